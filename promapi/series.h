// What a server of the Prometheus HTTP API returns: labels, times to the millisecond, doubles.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/units.h"

namespace joulemark {

using Labels = std::map<std::string, std::string, std::less<>>;  // "__name__" is the metric

// As in PromQL an absent label is the empty one.
inline std::string_view label(const Labels& labels, std::string_view name) {
  const auto found = labels.find(name);
  return found == labels.end() ? std::string_view{} : std::string_view{found->second};
}

struct RangeSample {
  UtcTime time;  // of the scrape, not of the reading
  double value = 0.0;
  friend bool operator==(const RangeSample&, const RangeSample&) = default;
};

struct RangeSeries {
  Labels labels;
  std::vector<RangeSample> samples;  // in order of time
};

struct InstantSample {
  Labels labels;
  UtcTime time;  // of the evaluation
  double value = 0.0;
};

}  // namespace joulemark
