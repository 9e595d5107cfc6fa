// One line of an uncertainty budget (GUM 4.3, METHOD U).
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace joulemark {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Interval {
  double begin = 0.0, end = 0.0;  // s
  friend bool operator==(const Interval&, const Interval&) = default;
};

struct UncertaintyComponent {
  std::string name;        // "gain", "edge", ... as in METHOD
  double u = 0.0;          // standard uncertainty, J
  double dof = kInfinity;  // degrees of freedom
  std::string group{};     // equal non-empty groups add linearly (U-1)
  // Of a gap, uncovered or reset interval: METHOD U-1a puts intersecting ones into group outage/k.
  // Seconds since the window's start, so that the intervals of all series of one report compare.
  std::optional<Interval> outage{};
};

using Budget = std::vector<UncertaintyComponent>;

}  // namespace joulemark
