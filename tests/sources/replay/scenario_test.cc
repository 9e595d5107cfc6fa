#include "sources/replay/scenario.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <iterator>
#include <utility>

#include "tests/fakes/fake_files.h"
#include "tests/sources/replay/scenario_text.h"

namespace joulemark::replay {
namespace {

using namespace std::chrono_literals;

constexpr const char* kNode =
    "  - {name: r1, sensors: [{id: p, scope: node, quantity: power, load: a}]}\n";

std::string error_of(const std::string& yaml) {
  const auto scenario = parse_scenario(yaml, "a.yaml");
  if (scenario) return "accepted: " + yaml;
  EXPECT_EQ(scenario.error().code, ErrorCode::kInvalid);
  return scenario.error().message;
}

TEST(Scenario, ReadsEveryKindOfLoadInAnyOrder) {
  const Scenario scenario = parsed(with_loads(
      "  a: {kind: window, of: both, idle_watts: 5, start: 1s, stop: 1h}\n"
      "  both: {kind: sum, of: [half, c, st, r, b]}\n"
      "  half: {kind: scale, of: s, factor: 0.5}\n"
      "  s: {kind: square, low_watts: 0, high_watts: 200, period: 2s, duty: 1}\n"
      "  c: {kind: constant, watts: 10}\n"
      "  st: {kind: steps, start: 1s, repeat: true, levels: [{watts: 1, for: 1s}, {watts: 3, for: "
      "3s}]}\n"
      "  r: {kind: ramp, from_watts: 0, to_watts: 2, start: 2s, duration: 4s, repeat: true}\n"
      "  b: {kind: bursts, low_watts: 4, high_watts: 4, mean_on: 1s, mean_off: 1s, seed: 3}\n",
      kNode));
  ASSERT_EQ(scenario.nodes.size(), 1U);
  EXPECT_EQ(to_watts(scenario.nodes[0].load->power(3s)), Watts(100 + 10 + 3 + 0.5 + 4));
  EXPECT_EQ(to_watts(scenario.nodes[0].load->power(0s)), Watts(5));
}

TEST(Scenario, GivesTheSensorsWhatTheFileSays) {
  const Scenario scenario = parsed(with_loads(
      "  a: {kind: constant, watts: 10}\n",
      "  - name: r1\n    rack: row/7\n    sensors:\n"
      "      - {id: psu, scope: node, component: psu, boundary: ac_input, supply: ac, load: a,\n"
      "         quantity: energy, resolution_joules: 0.001, modulus_joules: 65532.6, gain_error: "
      "0.01,\n"
      "         accuracy_ratio: 0.02, accuracy_watts: 3, ceiling_watts: 2000, update_interval: "
      "100ms,\n"
      "         vendor: V, model: M, firmware: F, serial: S, source_class: c,\n"
      "         bounds: {p_min: {watts: 5, source: measured_idle}, p_max: {watts: 900, source: "
      "nameplate}}}\n"));
  const Sensor& s = scenario.nodes.at(0).sensors.at(0).sensor;
  EXPECT_EQ(s.node, "r1");
  EXPECT_EQ(s.rack, "row/7");
  EXPECT_EQ(s.source, "replay");
  EXPECT_TRUE(s.simulated);
  EXPECT_EQ(s.component, Component::kPsu);
  EXPECT_EQ(s.boundary, Boundary::kAcInput);
  EXPECT_EQ(s.supply, Supply::kAc);
  EXPECT_EQ(s.modulus_counts, 65'532'600U);
  EXPECT_EQ(s.metrology.modulus, Joules(65'532'600 * 0.001));
  EXPECT_EQ(s.metrology.resolution, 0.001);
  EXPECT_EQ(s.metrology.update_interval, Duration(100ms));
  EXPECT_EQ(s.metrology.ceiling, Watts(2000));
  EXPECT_EQ(s.metrology.accuracy.relative, 0.02);
  EXPECT_EQ(s.metrology.accuracy.absolute, Watts(3));
  EXPECT_EQ(s.metrology.accuracy.source, AccuracySource::kDevice);
  EXPECT_EQ(s.metrology.accuracy.group, "replay/V/M/F");
  EXPECT_EQ(s.metrology.power_min, (Bound{Watts(5), BoundsSource::kMeasuredIdle}));
  EXPECT_EQ(s.metrology.power_max, (Bound{Watts(900), BoundsSource::kNameplate}));
  EXPECT_EQ(s.source_class, "c");
  EXPECT_EQ(s.serial, "S");
}

TEST(Scenario, StatesNothingThatTheFileDoesNot) {
  const Sensor s = sensor(power_sensor("flat")).sensor;
  EXPECT_EQ(s.metrology.accuracy.source, AccuracySource::kNone);
  EXPECT_EQ(s.metrology.update_interval, Duration(0)) << "it follows its load at every instant";
  EXPECT_FALSE(s.metrology.ceiling);
  EXPECT_FALSE(s.metrology.power_min);
  EXPECT_EQ(s.boundary, Boundary::kUnknown);
  EXPECT_EQ(s.supply, Supply::kUnknown);
  EXPECT_FALSE(sensor(power_sensor("flat", "update_interval: 1s, update_interval_known: false"))
                   .sensor.metrology.update_interval);
  EXPECT_EQ(sensor(power_sensor("flat", "accuracy_ratio: 0")).sensor.metrology.accuracy.source,
            AccuracySource::kNone);
}

TEST(Scenario, TakesAnyModulusOfWholeCounts) {
  const auto modulus = [](const char* keys) {
    return sensor(std::string("{id: e, scope: node, quantity: energy, load: flat, ") + keys + "}")
        .sensor.modulus_counts;
  };
  EXPECT_EQ(modulus("resolution_joules: 0.001, modulus_joules: 65532.611"), 65'532'611U);
  EXPECT_EQ(modulus("resolution_joules: 6.103515625e-05, modulus_joules: 262144"), 4'294'967'296U);
  EXPECT_EQ(modulus("resolution_joules: 1e-6, modulus_joules: 262143.328850"), 262'143'328'850U);
  EXPECT_EQ(modulus("resolution_joules: 1e-6, modulus_joules: 1e9"), 1'000'000'000'000'000U);
  EXPECT_EQ(modulus("resolution_joules: 3600, modulus_joules: 3.6e9"), 1'000'000U);
}

TEST(Scenario, ReadsThroughTheFilesItIsGiven) {
  const FakeFiles files{{"etc/s.yaml", with_sensors(power_sensor("flat"))}, {"etc/bad", "x: ["}};
  EXPECT_TRUE(read_scenario(files, "etc/s.yaml"));
  EXPECT_EQ(read_scenario(files, "etc/none").error().code, ErrorCode::kNotPresent);
  EXPECT_EQ(read_scenario(files, "etc/bad").error().code, ErrorCode::kInvalid);
}

TEST(Scenario, OfTheDemonstrationHasTwoNodesWhoseSensorsErrWithinWhatTheyState) {
  std::ifstream file(JOULEMARK_FIXTURES "/../../sources/replay/examples/demo.yaml");
  ASSERT_TRUE(file);
  const Scenario demo =
      parsed({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
  ASSERT_EQ(demo.nodes.size(), 2U);
  for (const Node& node : demo.nodes)
    for (const SensorSpec& spec : node.sensors) {
      const double error = std::abs(static_cast<double>(spec.gain_billionths) / 1e9);
      EXPECT_LT(error, spec.sensor.metrology.accuracy.relative) << node.name << spec.sensor.id;
      EXPECT_GT(error, 0.0) << "a perfect sensor shows nothing";
    }
}

TEST(NodeLoad, IsThatOfItsMostUpstreamOutermostSensors) {
  const Scenario scenario = parsed(with_loads(
      "  psu1: {kind: constant, watts: 300}\n  psu2: {kind: constant, watts: 200}\n"
      "  gpu: {kind: constant, watts: 350}\n  core: {kind: constant, watts: 40}\n"
      "  board: {kind: constant, watts: 450}\n",
      "  - name: ac\n    sensors:\n"
      "      - {id: a, scope: 'node/psu:1/in', boundary: ac_input, quantity: power, load: psu1}\n"
      "      - {id: b, scope: 'node/psu:2/in', boundary: ac_input, quantity: power, load: psu2}\n"
      "      - {id: b2, scope: 'node/psu:2/in', boundary: ac_input, quantity: power, load: psu2}\n"
      "      - {id: c, scope: node, boundary: dc_input, quantity: power, load: board}\n"
      "      - {id: d, scope: 'node/gpu:0', boundary: component, quantity: power, load: gpu}\n"
      "  - name: dc\n    sensors:\n"
      "      - {id: c, scope: node, boundary: dc_input, quantity: power, load: board}\n"
      "      - {id: d, scope: 'node/gpu:0', boundary: dc_input, quantity: power, load: gpu}\n"
      "  - name: parts\n    sensors:\n"
      "      - {id: e, scope: 'node/cpu:0/core', boundary: component, quantity: power, load: "
      "core}\n"
      "      - {id: d, scope: 'node/gpu:0', boundary: component, quantity: power, load: gpu}\n"
      "      - {id: f, scope: 'node/cpu:0', quantity: power, load: psu2}\n"
      "  - name: said\n    load: board\n    sensors:\n"
      "      - {id: d, scope: 'node/gpu:0', boundary: component, quantity: power, load: gpu}\n"
      "      - {id: g, scope: node, boundary: ac_input, quantity: power}\n"));
  const auto watts = [&](const char* node) {
    return to_watts(scenario.find(node)->load->power(1s)).value();
  };
  EXPECT_EQ(watts("ac"), 500);
  EXPECT_EQ(watts("dc"), 450);
  EXPECT_EQ(watts("parts"), 550);
  EXPECT_EQ(watts("said"), 450);
  EXPECT_EQ(scenario.find("said")->sensors[1].load, scenario.find("said")->load);
  EXPECT_EQ(scenario.find("none"), nullptr);
}

TEST(Scenario, RefusesWhatIsNoScenario) {
  EXPECT_EQ(
      error_of("schema: joulemark.plan/1\nepoch: 2026-01-01T00:00:00Z\nloads: {}\nnodes: []\n"),
      "a.yaml:1: schema: expected joulemark.scenario/1");
  EXPECT_EQ(error_of("epoch: 2026-01-01T00:00:00Z\n"), "a.yaml:1: needs the key 'schema'");
  EXPECT_EQ(error_of("schema: joulemark.scenario/1\n"), "a.yaml:1: needs the key 'epoch'");
  EXPECT_EQ(error_of("schema: joulemark.scenario/1\nepoch: 2026-01-01T00:00:00\n"),
            "a.yaml:2: epoch: expected a time with offset, for example 2026-01-01T00:00:00Z");
  EXPECT_EQ(error_of(with_loads("  a: {kind: constant, watts: 1}\n", kNode) + "node: 1\n"),
            "a.yaml:7: node: unknown key; did you mean 'nodes'?");
  EXPECT_EQ(error_of(with_loads("  {}\n", kNode)),
            "a.yaml:3: loads: expected names of loads, each with its kind");
  EXPECT_EQ(error_of(with_loads("  a: {kind: constant, watts: 1}\n", "  []\n")),
            "a.yaml:5: nodes: expected a list of 1 to 10000 nodes {name, sensors}");
}

TEST(Scenario, NamesLineAndKeyOfAWrongLoad) {
  const std::pair<const char*, const char*> cases[] = {
      {"5", "a.yaml:4: loads.a: expected keys with values"},
      {"{watts: 5}", "a.yaml:4: loads.a: needs the key 'kind'"},
      {"{kind: sine, hertz: 5}",
       "a.yaml:4: loads.a.kind: must be one of: constant square ramp steps bursts sum scale "
       "window"},
      {"{kind: ''}",
       "a.yaml:4: loads.a.kind: must be one of: constant square ramp steps bursts sum scale "
       "window"},
      {"{kind: constant}", "a.yaml:4: loads.a: needs the key 'watts'"},
      {"{kind: constant, watts: -1}", "a.yaml:4: loads.a.watts: must be between 0 and 1e8 W"},
      {"{kind: constant, watts: 1e300}", "a.yaml:4: loads.a.watts: must be between 0 and 1e8 W"},
      {"{kind: constant, watts: .nan}",
       "a.yaml:4: loads.a.watts: expected a number, for example 2000 or 0.05"},
      {"{kind: constant, watts: 1, wats: 2}",
       "a.yaml:4: loads.a.wats: unknown key; did you mean 'watts'?"},
      {"{kind: square, low_watts: 1, high_watts: 2, period: 0s}",
       "a.yaml:4: loads.a.period: must be above 0 and at most 100 years"},
      {"{kind: square, low_watts: 1, high_watts: 2}", "a.yaml:4: loads.a: needs the key 'period'"},
      {"{kind: square, low_watts: 1, high_watts: 2, period: 5}",
       "a.yaml:4: loads.a.period: expected a time with its unit, for example 100ms or 1.5s"},
      {"{kind: square, low_watts: 1, high_watts: 2, period: 1s, duty: 1.01}",
       "a.yaml:4: loads.a.duty: must be from 0 to 1"},
      {"{kind: square, low_watts: 1, high_watts: 2, period: 1s, phase: 99999d}",
       "a.yaml:4: loads.a.phase: must be at most 100 years"},
      {"{kind: steps, levels: []}",
       "a.yaml:4: loads.a.levels: expected a list of 1 to 10000 levels {watts, for}"},
      {"{kind: steps, levels: [{watts: 1}]}", "a.yaml:4: loads.a.levels[0]: needs the key 'for'"},
      {"{kind: steps, levels: [{watts: 1, for: 36000d}, {watts: 1, for: 36000d}]}",
       "a.yaml:4: loads.a: the levels last more than 100 years"},
      {"{kind: ramp, from_watts: 1, to_watts: 2}", "a.yaml:4: loads.a: needs the key 'duration'"},
      {"{kind: bursts, low_watts: 1, high_watts: 2, mean_on: 1s, mean_off: 0s}",
       "a.yaml:4: loads.a.mean_off: must be above 0 and at most 100 years"},
      {"{kind: bursts, low_watts: 1, high_watts: 2, mean_on: 1s, mean_off: 1s, seed: x}",
       "a.yaml:4: loads.a.seed: expected a whole number"},
      {"{kind: sum, of: c}", "a.yaml:4: loads.a.of: expected a list of 1 to 64 names of loads"},
      {"{kind: sum, of: [b]}", "a.yaml:4: loads.a.of[0]: there is no load 'b'"},
      {"{kind: sum, of: [[c]]}", "a.yaml:4: loads.a.of[0]: expected the name of a load"},
      {"{kind: sum}", "a.yaml:4: loads.a: needs the key 'of'"},
      {"{kind: scale, of: b, factor: 1}", "a.yaml:4: loads.a.of: there is no load 'b'"},
      {"{kind: scale, of: c, factor: -1}", "a.yaml:4: loads.a.factor: must be from 0 to 1e6"},
      {"{kind: scale, of: c, factor: 1e6}", "a.yaml:4: loads.a: exceeds 1e8 W"},
      {"{kind: sum, of: [big, big]}", "a.yaml:4: loads.a: exceeds 1e8 W"},
      {"{kind: window, of: c, idle_watts: 1, start: 5s, stop: 5s}",
       "a.yaml:4: loads.a.stop: must be later than start"},
      {"{kind: window, of: c, idle_watts: 1, start: 5s}",
       "a.yaml:4: loads.a: needs the key 'stop'"},
      {"{kind: window, of: c, start: 5s, stop: 6s}",
       "a.yaml:4: loads.a: needs the key 'idle_watts'"},
  };
  for (const auto& [load, message] : cases)
    EXPECT_EQ(error_of(with_loads(std::string("  a: ") + load +
                                      "\n  c: {kind: constant, watts: 1000}\n"
                                      "  big: {kind: constant, watts: 6e7}\n",
                                  kNode)),
              message);
}

TEST(Scenario, RefusesLoadsMadeOfThemselves) {
  EXPECT_EQ(error_of(with_loads("  a: {kind: scale, of: b, factor: 1}\n"
                                "  b: {kind: sum, of: [c]}\n"
                                "  c: {kind: window, of: b, idle_watts: 0, stop: 1s}\n",
                                kNode)),
            "a.yaml:6: loads.c.of: load 'b' is made of itself: b -> c -> b");
  EXPECT_EQ(error_of(with_loads("  a: {kind: sum, of: [a]}\n", kNode)),
            "a.yaml:4: loads.a.of[0]: load 'a' is made of itself: a -> a");
}

TEST(Scenario, RefusesLoadsTooDearToRead) {
  std::string loads = "  a0: {kind: constant, watts: 0}\n";
  for (int i = 1; i <= 40; ++i) {
    const std::string last = "a" + std::to_string(i - 1);
    loads += "  a" + std::to_string(i) + ": {kind: sum, of: [" + last + ", " + last + "]}\n";
  }
  EXPECT_EQ(error_of(with_loads(loads, kNode)),
            "a.yaml:12: loads.a8: is made of more than 256 parts: too slow to read");
}

TEST(Scenario, NamesLineAndKeyOfAWrongNode) {
  const std::string load = "  a: {kind: constant, watts: 1}\n";
  const std::string p = "{id: p, scope: node, quantity: power, load: a}";
  const std::pair<std::string, const char*> cases[] = {
      {"  - {name: r1}\n", "a.yaml:6: nodes[0]: needs the key 'sensors'"},
      {"  - {sensors: []}\n", "a.yaml:6: nodes[0]: needs the key 'name'"},
      {"  - {name: r1, sensors: []}\n", "a.yaml:6: nodes[0].sensors: expected a list of sensors"},
      {"  - {name: 'r 1', sensors: [" + p + "]}\n",
       "a.yaml:6: nodes[0].name: expected letters, digits and ._:/- (at most 200), not 'total'"},
      {"  - {name: total, sensors: [" + p + "]}\n",
       "a.yaml:6: nodes[0].name: expected letters, digits and ._:/- (at most 200), not 'total'"},
      {"  - {name: r1, load: x, sensors: [" + p + "]}\n",
       "a.yaml:6: nodes[0].load: there is no load 'x'"},
      {"  - {name: r1, sensors: [" + p + "]}\n  - {name: r1, sensors: [" + p + "]}\n",
       "a.yaml:7: nodes[1]: node 'r1' is given twice"},
      {"  - {name: r1, sensors: [" + p + ", " + p + "]}\n",
       "a.yaml:6: nodes[0].sensors[1]: sensor 'p' is given twice"},
  };
  for (const auto& [nodes, message] : cases) EXPECT_EQ(error_of(with_loads(load, nodes)), message);
}

TEST(Scenario, RefusesTwoLoadsAtOnePlace) {
  EXPECT_EQ(
      error_of(with_sensors("{id: p, scope: node, quantity: power, load: flat}, {id: q, "
                            "scope: node, quantity: power, load: pulse}")),
      "a.yaml:9: nodes[0].sensors[1]: sensors 'p' and 'q' have one scope and boundary but two "
      "loads");
}

TEST(Scenario, NamesLineAndKeyOfAWrongSensor) {
  const std::string at = "a.yaml:9: nodes[0].sensors[0]";
  const std::pair<std::string, std::string> cases[] = {
      {"{scope: node, quantity: power, load: flat}", ": needs the key 'id'"},
      {"{id: p, quantity: power, load: flat}", ": needs the key 'scope'"},
      {"{id: p, scope: node, load: flat}", ": needs the key 'quantity'"},
      {"{id: p, scope: node, quantity: power}", ": needs the key 'load': its node has none"},
      {"{id: p, scope: node, quantity: power, load: none}", ".load: there is no load 'none'"},
      {"{id: 'a b', scope: node, quantity: power, load: flat}",
       ".id: expected letters, digits and ._:/- (at most 200)"},
      {"{id: p, scope: Node//x, quantity: power, load: flat}",
       ".scope: expected a path such as node or node/gpu:0 (segments of a-z 0-9 . _ : -)"},
      {"{id: p, scope: node, quantity: watts, load: flat}",
       ".quantity: must be one of: power energy"},
      {power_sensor("flat", "component: cpuu"),
       ".component: must be one of: node cpu memory gpu module psu outlet inlet shelf busbar "
       "chassis rack switch cdu rail other"},
      {power_sensor("flat", "boundary: ac"),
       ".boundary: must be one of: ac_input dc_input psu_output component unknown"},
      {power_sensor("flat", "supply: mains"), ".supply: must be one of: ac dc unknown"},
      {power_sensor("flat", "resolution_joules: 1"),
       ".resolution_joules: is a key of quantity: energy"},
      {power_sensor("flat", "modulus_joules: 1"), ".modulus_joules: is a key of quantity: energy"},
      {power_sensor("flat", "resolution_watts: -1"),
       ".resolution_watts: must be at least 0 and plausible"},
      {power_sensor("flat", "noise_watts: -1"), ".noise_watts: must be at least 0 and plausible"},
      {power_sensor("flat", "accuracy_ratio: 5"),
       ".accuracy_ratio: must be at least 0 and plausible"},
      {power_sensor("flat", "gain_error: -1"), ".gain_error: must be above -1 and at most 1"},
      {power_sensor("flat", "offset_watts: 1e9"), ".offset_watts: must be within 1e8 W"},
      {power_sensor("flat", "averaging: 1s, observed_ratio: 0"),
       ".observed_ratio: must be above 0 and at most 1"},
      {power_sensor("flat", "observed_ratio: 0.5"),
       ".observed_ratio: needs averaging: it is a fraction of that"},
      {power_sensor("flat", "rounding: up"), ".rounding: must be one of: round floor"},
      {power_sensor("flat", "latency: 1"),
       ".latency: expected a time with its unit, for example 100ms or 1.5s"},
      {power_sensor("flat", "update_interval: 40000d"),
       ".update_interval: must be at most 100 years"},
      {power_sensor("flat", "bounds: {p_min: {watts: 5, source: observed}}"),
       ".bounds.p_min.source: must be one of: measured_idle nameplate device declared"},
      {power_sensor("flat", "bounds: {p_max: {watts: -5, source: device}}"),
       ".bounds.p_max.watts: must be between 0 and 1e8 W"},
      {power_sensor("flat", "bounds: {p_avg: {watts: 5}}"), ".bounds.p_avg: unknown key"},
      {power_sensor("flat", "gain_eror: 1"), ".gain_eror: unknown key; did you mean 'gain_error'?"},
      {"{id: e, scope: node, quantity: energy, load: flat}", ": needs the key 'resolution_joules'"},
      {"{id: e, scope: node, quantity: energy, load: flat, resolution_joules: 0}",
       ".resolution_joules: must be between 1e-9 and 1e12 J"},
      {energy_sensor("flat", "averaging: 1s"), ".averaging: is a key of quantity: power"},
      {energy_sensor("flat", "noise_watts: 1"), ".noise_watts: is a key of quantity: power"},
      {energy_sensor("flat", "modulus_joules: 0.0005"),
       ".modulus_joules: must be a whole number, at least 2, of resolution_joules"},
      {energy_sensor("flat", "modulus_joules: 10.0005"),
       ".modulus_joules: must be a whole number, at least 2, of resolution_joules"},
      {energy_sensor("pulse", "offset_watts: -301"),
       ".offset_watts: the counter would run backwards at the least load"},
      {energy_sensor("flat", "faults: [{kind: wrap, at: 1s}]"),
       ": a wrap needs the key 'modulus_joules'"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(error_of(with_sensors(text)), at + message);
}

TEST(Scenario, NamesLineAndKeyOfAWrongFault) {
  const std::string at = "a.yaml:9: nodes[0].sensors[0].faults";
  const std::pair<const char*, const char*> power[] = {
      {"5", ": expected a list of at most 64 faults {kind, at, for}"},
      {"[{at: 1s, for: 1s}]", "[0]: needs the key 'kind'"},
      {"[{kind: hang, at: 1s}]", "[0].kind: must be one of: reset gap freeze spike late zero wrap"},
      {"[{kind: gap, for: 1s}]", "[0]: needs the key 'at'"},
      {"[{kind: gap, at: 1s}]", "[0]: needs the key 'for'"},
      {"[{kind: gap, at: 1s, for: 0s}]", "[0].for: must be above 0"},
      {"[{kind: gap, at: 1s, for: 5s, every: 5s}]",
       "[0].every: must be longer than the fault lasts"},
      {"[{kind: gap, at: 1s, for: 5s, delay: 5s}]", "[0].delay: unknown key"},
      {"[{kind: spike, at: 1s, for: 5s}]", "[0]: needs the key 'watts'"},
      {"[{kind: spike, at: 1s, for: 5s, joules: 5}]", "[0]: needs the key 'watts'"},
      {"[{kind: spike, at: 1s, for: 5s, watts: -5}]", "[0].watts: must be from 0 to 1e12"},
      {"[{kind: late, at: 1s, for: 5s}]", "[0]: needs the key 'delay'"},
      {"[{kind: late, at: 1s, for: 5s, delay: 0s}]", "[0].delay: must be above 0"},
      {"[{kind: reset, at: 1s}]", "[0].kind: only an energy counter can reset or wrap"},
      {"[{kind: wrap, at: 1s}]", "[0].kind: only an energy counter can reset or wrap"},
  };
  for (const auto& [faults, message] : power)
    EXPECT_EQ(error_of(with_sensors(power_sensor("flat", std::string("faults: ") + faults))),
              at + message);
  const std::pair<const char*, const char*> energy[] = {
      {"[{kind: wrap, at: 1s, for: 1s}]", "[0].for: unknown key"},
      {"[{kind: wrap, at: 1s}, {kind: wrap, at: 2s}]",
       "[1]: a second wrap: later ones follow from modulus_joules"},
      {"[{kind: reset, at: 1s}, {kind: wrap, at: 2s}]",
       ": a wrap must come before the first reset, which starts the count anew"},
      {"[{kind: spike, at: 1s, for: 5s}]", "[0]: needs the key 'joules'"},
  };
  for (const auto& [faults, message] : energy)
    EXPECT_EQ(error_of(with_sensors(
                  energy_sensor("flat", std::string("modulus_joules: 1000, faults: ") + faults))),
              at + message);
}

}  // namespace
}  // namespace joulemark::replay
