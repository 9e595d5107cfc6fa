// Telemetry as fetching would deliver it, made up in memory: nodes with energy counters or
// integrated power, sampled every second.
#pragma once

#include <string>

#include "query/evaluation.h"
#include "query/telemetry.h"

namespace joulemark::canned {

inline constexpr std::int64_t kStart = 1'796'000'000;  // s since 1970: 2026-11-30T00:53:20Z

struct CounterSpec {
  std::string node = "r1", source = "replay", id = "psu", scope = "node", exporter = "r1:11818";
  Component component = Component::kNode;
  Boundary boundary = Boundary::kAcInput;
  Supply supply = Supply::kAc;
  double watts = 500.0;
  double accuracy = 0.01;
  AccuracySource accuracy_source = AccuracySource::kDevice;
  double interval = 1.0;            // s between scrapes
  double from = -60.0, to = 660.0;  // s relative to kStart: where samples exist
  bool simulated = false;
};

// An energy counter of constant power with observed extremes.
SensorTelemetry counter(const CounterSpec& spec);
// Instantaneous power read periodically and integrated by the exporter: ALIAS_RISK.
SensorTelemetry periodic_power(const CounterSpec& spec);
// Readings of power as another exporter serves them: spec.watts times `shape` of the seconds since
// kStart; bounds of half and one and a half times that, an average over each second.
SensorTelemetry gauge(const CounterSpec& spec, double (*shape)(double));
// A device whose counter started again this often within the window.
SensorTelemetry with_resets(SensorTelemetry sensor, int resets);

Telemetry telemetry(std::vector<SensorTelemetry> sensors);  // with clocks of 4 ms

// 600 s from kStart, marked on a host whose clock is known to 3 ms.
WindowRecord window(double start = 0.25, double end = 600.25);
EvaluationRequest request(std::vector<std::string> nodes = {});

}  // namespace joulemark::canned
