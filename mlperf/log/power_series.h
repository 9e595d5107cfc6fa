// Power readings of a published log, in order of time.
#pragma once

#include <cstdint>
#include <vector>

namespace joulemark::mlperf {

// Of one file: 58 days at 1 Hz. A file with more is no log of a run.
inline constexpr std::size_t kMostReadings = 5'000'000;

struct PowerSeries {
  std::vector<std::int64_t> ms;  // since 1970, UTC
  std::vector<double> watts;
  [[nodiscard]] std::size_t size() const { return ms.size(); }
};

}  // namespace joulemark::mlperf
