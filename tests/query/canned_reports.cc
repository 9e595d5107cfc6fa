#include "tests/query/canned_reports.h"

#include <gtest/gtest.h>

#include "query/evaluation.h"

namespace joulemark::canned {

CounterSpec node(const std::string& name, double watts) {
  CounterSpec spec;
  spec.node = name;
  spec.exporter = name + ":11818";
  spec.watts = watts;
  return spec;
}

ReportAndTrace evaluated(const Telemetry& telemetry, const EvaluationRequest& request) {
  auto report = evaluate(telemetry, request);
  EXPECT_TRUE(report) << report.error().message;
  if (!report) return {};
  report->id = "7f3a9c21" + std::string(56, '0');
  PowerPicture trace = power_trace(telemetry, *report, plan_of(request));
  return {std::move(*report), std::move(trace)};
}

std::vector<SensorTelemetry> with_second_cover(const std::string& name) {
  CounterSpec input = node(name, 550.0);
  input.scope = "node/psu:1/in";
  input.component = Component::kPsu;
  CounterSpec output = node(name, 540.0);
  output.id = "psu-out";
  output.scope = "node/psu:1/out";
  output.component = Component::kPsu;
  output.boundary = Boundary::kPsuOutput;
  output.supply = Supply::kDc;
  CounterSpec board = node(name, 515.0);
  board.source = "cray";
  board.id = "node";
  board.boundary = Boundary::kDcInput;
  board.supply = Supply::kDc;
  return {counter(input), counter(output), counter(board)};
}

std::vector<SensorTelemetry> two_thousand_nodes() {
  std::vector<SensorTelemetry> out;
  for (int i = 1; i <= 2000; ++i) {
    const std::string number = std::to_string(i);
    CounterSpec spec = node("gpu" + std::string(4 - number.size(), '0') + number);
    spec.watts = 500.0 + 0.1 * (i % 37) + (i == 1234 ? 90.0 : 0.0);
    spec.interval = i % 400 == 0 ? 20.0 : 10.0;
    spec.from = -60.0 - 0.001 * i;
    out.push_back(counter(spec));
  }
  return out;
}

}  // namespace joulemark::canned
