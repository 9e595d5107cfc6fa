// The formulas by which MLCommons' own tools turn these logs into results: compatibility figures,
// never the normative ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "mlperf/loadgen/loadgen_log.h"
#include "mlperf/log/power_series.h"
#include "mlperf/training/node_log.h"

namespace joulemark::mlperf {

// mlcommons/inference power_check.py: the plain mean of the positive readings strictly within the
// window. Empty: there is none (there the original raises an exception).
struct InferencePower {
  double mean_watts = 0.0, energy_joules = 0.0;  // mean x window
  std::size_t samples = 0;
};
std::optional<InferencePower> inference_power(const PowerSeries& readings, std::int64_t begin_ms,
                                              std::int64_t end_ms);

// mJ per query of SingleStream and MultiStream; watts of the other scenarios. Empty: no queries.
std::optional<double> inference_metric(const InferencePower& power, const LoadgenRun& run);

// mlcommons/logging result_summarizer.py: conversion_eff x sum W (t - t before) from the start line
// to the stop line, over that span, times the time to train, J. Empty: no start, no stop or no
// span.
std::optional<double> training_node_joules(const NodeLog& log, double time_to_train_ms);
std::optional<double> training_switch_joules(const NodeLog& log, double time_to_train_ms);

// Trapezoid with linear interpolation at both edges, J: what the readings themselves say of the
// window. Empty: they do not hold both edges.
std::optional<double> trapezoid_joules(const PowerSeries& readings, std::int64_t begin_ms,
                                       std::int64_t end_ms);

}  // namespace joulemark::mlperf
