// The experiments that decide how a GPU's telemetry may be used (METHOD S-4).
#pragma once

#include <cstdio>
#include <nlohmann/json.hpp>

#include "benchmarks/gpu_probe/figures.h"
#include "benchmarks/gpu_probe/load.h"

namespace joulemark::probe {

using Json = nlohmann::ordered_json;

class Experiments {
 public:
  // Every sample becomes a line of `csv`. scale: of all lengths, 1 as they are meant.
  Experiments(Reader& reader, Load* load, std::FILE* csv, double scale);

  // All of them, one after the other, each with a line on standard error while it runs. Those that
  // need load are null without one.
  Json run();

 private:
  Samples poll(const char* name, double seconds, double interval, const Wave* wave = nullptr);
  Json updates();
  Json cost();
  Json level(const char* name, const Wave* wave);
  Json square_waves();
  Json pulses();
  Json observer();
  Json forked();

  Reader& reader_;
  Load* load_;
  std::FILE* csv_;
  double scale_, begun_;
  std::optional<double> idle_, loaded_;  // W by the counter
};

}  // namespace joulemark::probe
