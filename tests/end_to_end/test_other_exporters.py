"""joulemark energy on the series of a real node_exporter, by the mapping of a plan: known joules, and what they cannot tell is said."""
import pathlib
import shutil
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import fake_sysfs  # noqa: E402
import rig  # noqa: E402

PLAN = """schema: joulemark.plan/1
name: node_exporter
members: [{nodes: %s, supply: %s}]
mapping:
"""
METER = """  - {match: 'node_hwmon_power_average_watt', node_label: machine, scope: node, component: node, boundary: ac_input, supply: ac, quantity: power,
     unit: watt, source_class: "ACPI, hwmon power meter without power1_accuracy", averaging: 100ms, update_interval: 100ms}
"""
RAPL = """  - {match: 'node_rapl_package_joules_total', node_label: machine, scope: "node/cpu:{index}", component: cpu, boundary: component, supply: dc,
     quantity: energy, unit: joule, modulus: 262143.328850, ceiling_watts: 2000, source_class: "RAPL package, measured (Haswell-EP and later)"}
"""
LENGTH = 45.3  # s; no multiple of the scrapes nor of the load's period


class NodeExporter(rig.Process):
    def __init__(self, folder, sysfs: pathlib.Path):
        super().__init__(folder, "node_exporter")
        self.sysfs, self.ready = sysfs, self.url + "/metrics"

    def command(self):
        return ["prometheus-node-exporter", f"--web.listen-address=127.0.0.1:{self.port}", f"--path.sysfs={self.sysfs}", "--collector.disable-defaults",
                "--collector.hwmon", "--collector.rapl"]


@unittest.skipUnless(shutil.which("prometheus-node-exporter"), "prometheus-node-exporter is not installed")
class OtherExporters(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temp = tempfile.TemporaryDirectory(prefix="joulemark-")
        cls.folder = pathlib.Path(cls.temp.name)
        cls.sysfs = fake_sysfs.FakeSysfs(cls.folder / "sys", 300.0, 500.0, 6.7)
        cls.exporter = NodeExporter(cls.folder, cls.folder / "sys")
        cls.exporter.start()
        relabel = "    metric_relabel_configs: [{target_label: machine, replacement: gpu0001}]\n"
        cls.server = rig.Prometheus(cls.folder, "prometheus", rig.job("node", [cls.exporter], extra=relabel))
        cls.server.start()
        cls.server.wait_until_scraping()
        time.sleep(3)
        cls.start = time.time()
        time.sleep(LENGTH + 4)
        cls.window = rig.window_file(cls.folder, cls.start, cls.start + LENGTH)
        cls.truth = cls.sysfs.joules(cls.start + LENGTH) - cls.sysfs.joules(cls.start)

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.exporter.stop()
        cls.sysfs.stop()
        cls.temp.cleanup()

    def energy(self, mapping: str, supply: str) -> rig.Answer:
        plan = self.folder / "plan.yaml"
        plan.write_text(PLAN % ("gpu0001", supply) + mapping)
        return rig.energy(self.server, self.window, "--plan", plan)

    def check(self, answer: rig.Answer) -> dict:
        self.assertIsNotNone(answer.report, answer.stderr)
        total = answer.report["total"]
        self.assertEqual(total["status"], "complete", total["why"])
        self.assertAlmostEqual(total["energy_joules"], self.truth, delta=total["expanded_uncertainty_joules"])
        self.assertIn("CLOCK_UNMEASURED", total["reasons"])
        return total

    def test_a_power_meter_of_hwmon(self):
        total = self.check(self.energy(METER, "ac"))
        self.assertEqual(total["supply"], "ac")
        self.assertIn("ALIAS_RISK", total["reasons"], "100 ms seen once a second, and nobody knows what was between")

    def test_a_counter_of_rapl_is_a_part_of_the_node(self):
        answer = self.energy(RAPL, "dc")
        total = self.check(answer)
        self.assertEqual(answer.node("gpu0001")["series"][0]["method"], "counter")
        self.assertEqual(answer.node("gpu0001")["basis"], "components")
        # The class is 10 % with 12.5 degrees of freedom, which is nearly all of it.
        self.assertLess(total["expanded_uncertainty_joules"], 0.25 * self.truth)

    def test_both_are_one_node_and_counted_once(self):
        answer = self.energy(METER + RAPL, "ac")
        self.check(answer)
        roles = {s["scope"]: s["role"] for s in answer.node("gpu0001")["series"]}
        self.assertEqual(roles["node"], "counted")
        self.assertNotEqual(roles["node/cpu:0"], "counted")


if __name__ == "__main__":
    unittest.main()
