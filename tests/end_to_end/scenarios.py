"""Scenarios with known joules. No period divides a scrape interval or a window."""

LOADS = """loads:
  pulse: {{kind: square, low_watts: 300, high_watts: 1000, period: 1.37s, duty: 0.61, phase: 0.2s}}
  fast: {{kind: square, low_watts: 350, high_watts: 900, period: 0.173s, duty: 0.43}}
  slow: {{kind: square, low_watts: 280, high_watts: 960, period: 11.3s, duty: 0.37, phase: 3.1s}}
  bursts: {{kind: bursts, low_watts: 300, high_watts: 950, mean_on: 2.3s, mean_off: 3.7s, seed: 11}}
  job: {{kind: window, of: pulse, idle_watts: 250, start: {start}s, stop: {stop}s}}
"""

COUNTER = """sensors: [{{id: psu, scope: node, component: node, boundary: ac_input, supply: ac, load: {load}, quantity: energy,
      resolution_joules: 0.001, modulus_joules: 65532.611, ceiling_watts: 2000, update_interval: 100ms, gain_error: {gain}, accuracy_ratio: {accuracy}{more}}}]"""
INSTANT = """sensors: [{{id: meter, scope: node, component: node, boundary: ac_input, supply: ac, load: {load}, quantity: power,
      resolution_watts: 0.1, gain_error: {gain}, accuracy_ratio: {accuracy}{more}}}]"""
AVERAGE = """sensors: [{{id: bmc, scope: node, component: node, boundary: ac_input, supply: ac, load: {load}, quantity: power,
      resolution_watts: 1, averaging: 1s, update_interval: 1s, gain_error: {gain}, accuracy_ratio: {accuracy}{more}}}]"""


def node(name: str, kind: str, load: str, gain: float = 0.0, accuracy: float = 0.0001, more: str = "") -> str:
    return f"  - name: {name}\n    " + kind.format(load=load, gain=gain, accuracy=accuracy, more=more) + "\n"


def scenario(epoch: str, start: float, stop: float, nodes: str) -> str:
    return f"epoch: {epoch}\n" + LOADS.format(start=start, stop=stop) + "nodes:\n" + nodes


def many(prefix: str) -> str:
    """Twelve nodes: every kind of sensor on every kind of load, half of them with a perfect gain so that edge terms cannot hide."""
    return "".join([
        node(prefix + "1", COUNTER, "pulse"), node(prefix + "2", COUNTER, "job"), node(prefix + "3", COUNTER, "bursts", 0.008, 0.01),
        node(prefix + "4", COUNTER, "slow", -0.004, 0.005), node(prefix + "5", INSTANT, "pulse"), node(prefix + "6", INSTANT, "job"),
        node(prefix + "7", INSTANT, "fast", 0.006, 0.01), node(prefix + "8", INSTANT, "slow"), node(prefix + "9", AVERAGE, "pulse"),
        node(prefix + "10", AVERAGE, "job"), node(prefix + "11", AVERAGE, "bursts", -0.007, 0.01), node(prefix + "12", COUNTER, "fast")])
