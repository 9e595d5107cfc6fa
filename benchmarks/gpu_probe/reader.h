// What a GPU says of its energy and power, read as fast as the experiments want it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"

namespace joulemark::probe {

struct Sample {
  double time = 0.0;              // s, CLOCK_MONOTONIC_RAW, in the middle of the call
  double took = 0.0;              // s, of the call
  std::optional<double> energy;   // J
  std::optional<double> average;  // W
  std::optional<double> instant;  // W
};

class Reader {
 public:
  virtual ~Reader() = default;
  virtual Sample read() = 0;
  // Name, driver, address, and what answers and what does not: lines for the summary.
  [[nodiscard]] virtual std::vector<std::string> identity() const = 0;
};

// library: a path, or empty for the usual places. kNotPresent: no library, no such GPU.
Result<std::unique_ptr<Reader>> open_nvidia(const std::string& library, unsigned index);
// address: "0000:c1:00.0", whose gpu_metrics is read.
Result<std::unique_ptr<Reader>> open_amd(const std::string& address);

double now();  // s, CLOCK_MONOTONIC_RAW

}  // namespace joulemark::probe
