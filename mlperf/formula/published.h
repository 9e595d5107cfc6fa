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

// mlcommons/logging result_summarizer.py: conversion_eff x sum W (t - t before) / (stop - start) x
// time to train, J: the mean power of the log times the time to train, not an integral over the
// run. Records sorted by time, equal times as in the file; what stands before the start or behind
// the stop does not count; without a stop the last reading is it; the last conversion_eff holds.
struct TrainingEnergy {
  double joules = 0.0;
  std::size_t uncounted = 0;  // readings before the start or behind the stop
};
// Empty: no start (there the original raises an exception), or no length.
std::optional<TrainingEnergy> training_node_energy(const NodeLog& log, double time_to_train_ms);
// The first estimate with the conversion_eff that stands before it. A file without an estimate
// counts 0 J there, whatever readings it has: empty.
std::optional<double> training_switch_joules(const NodeLog& log, double time_to_train_ms);

// Trapezoid with linear interpolation at both edges over the positive readings, J: what the
// readings themselves say of the window. Empty: they do not hold both edges, or go back in time.
std::optional<double> trapezoid_joules(const PowerSeries& readings, std::int64_t begin_ms,
                                       std::int64_t end_ms);

}  // namespace joulemark::mlperf
