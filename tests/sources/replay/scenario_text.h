// Scenario files of one sensor, for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "sources/replay/scenario.h"

namespace joulemark::replay {

inline std::string with_loads(const std::string& loads, const std::string& nodes) {
  return "schema: joulemark.scenario/1\nepoch: 2026-01-01T00:00:00Z\nloads:\n" + loads +
         "nodes:\n" + nodes;
}

// Loads `flat` (500 W), `pulse` (300 and 1000 W, 1.37 s) and `rise` (0 to 1000 W in 100 s, once).
inline std::string with_sensors(const std::string& sensors) {
  return with_loads(
      "  flat: {kind: constant, watts: 500}\n"
      "  pulse: {kind: square, low_watts: 300, high_watts: 1000, period: 1.37s, duty: 0.61}\n"
      "  rise: {kind: ramp, from_watts: 0, to_watts: 1000, duration: 100s}\n",
      "  - name: r1\n    sensors: [" + sensors + "]\n");
}

inline std::string power_sensor(const std::string& load, const std::string& more = "") {
  return "{id: p, scope: node, quantity: power, load: " + load + (more.empty() ? "" : ", ") + more +
         "}";
}

inline std::string energy_sensor(const std::string& load, const std::string& more = "") {
  return "{id: e, scope: node, quantity: energy, resolution_joules: 0.001, load: " + load +
         (more.empty() ? "" : ", ") + more + "}";
}

inline Scenario parsed(const std::string& yaml) {
  auto scenario = parse_scenario(yaml, "a.yaml");
  EXPECT_TRUE(scenario) << (scenario ? "" : scenario.error().message) << "\n" << yaml;
  return scenario.value_or(Scenario{});
}

inline SensorSpec sensor(const std::string& text) {
  return parsed(with_sensors(text)).nodes.at(0).sensors.at(0);
}

}  // namespace joulemark::replay
