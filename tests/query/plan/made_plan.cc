#include "tests/query/plan/made_plan.h"

#include <gtest/gtest.h>

namespace joulemark::planned {

CounterSpec outlet(int number, double watts) {
  CounterSpec spec;
  spec.node = "pdu-a";
  spec.exporter = "pdu:11818";
  spec.id = "outlet-" + std::to_string(number);
  spec.scope = "pdu:a/outlet:" + std::to_string(number);
  spec.component = Component::kOutlet;
  spec.watts = watts;
  return spec;
}

CounterSpec shelf(int number, double watts) {
  CounterSpec spec = outlet(number, watts);
  spec.node = "rack-r7";
  spec.id = "shelf-" + std::to_string(number);
  spec.scope = "rack:r7/shelf:" + std::to_string(number) + "/in";
  spec.component = Component::kShelf;
  return spec;
}

// A tray on a busbar: its hot-swap controller.
CounterSpec tray(const std::string& name, double watts) {
  CounterSpec spec;
  spec.node = name;
  spec.source = "cray";
  spec.exporter = name + ":11818";
  spec.boundary = Boundary::kDcInput;
  spec.supply = Supply::kDc;
  spec.watts = watts;
  return spec;
}

CounterSpec ac_node(const std::string& name, double watts) {
  CounterSpec spec;
  spec.node = name;
  spec.exporter = name + ":11818";
  spec.watts = watts;
  return spec;
}

CounterSpec psu_input(const std::string& name, int number, double watts) {
  CounterSpec spec = ac_node(name, watts);
  spec.id = "psu" + std::to_string(number);
  spec.scope = "node/psu:" + std::to_string(number) + "/in";
  spec.component = Component::kPsu;
  return spec;
}

Telemetry seen(const std::vector<CounterSpec>& specs) {
  std::vector<SensorTelemetry> sensors;
  for (const CounterSpec& spec : specs) sensors.push_back(canned::counter(spec));
  return canned::telemetry(std::move(sensors));
}

EvaluationRequest by_plan(const std::string& plan,
                          const std::map<std::string, std::string>& files) {
  EvaluationRequest out = canned::request();
  auto prepared = prepare_plan({"plan.yaml", "schema: joulemark.plan/1\n" + plan, files});
  EXPECT_TRUE(prepared) << prepared.error().message;
  if (prepared) out.plan = std::move(*prepared);
  out.nodes_from = "plan plan.yaml, typed";
  return out;
}

Report report_of(const std::vector<CounterSpec>& specs, const std::string& plan,
                 const std::map<std::string, std::string>& files) {
  const auto report = evaluate(seen(specs), by_plan(plan, files));
  EXPECT_TRUE(report) << report.error().message;
  return report ? *report : Report{};
}

const NodeReport& unit(const Report& report, const std::string& name) {
  for (const NodeReport& one : report.nodes)
    if (one.node == name) return one;
  ADD_FAILURE() << "no " << name;
  static const NodeReport none;
  return none;
}

bool is_complete(const Report& report) {
  return report.total.figure.status == Total::Status::kComplete;
}

}  // namespace joulemark::planned
