// Power over time for the picture of a report: per bin of the window the mean power of what was
// counted. A picture only: no figure of the report comes from it. Pure: no clock, no I/O.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "query/plan/plan.h"
#include "query/report.h"
#include "query/telemetry.h"

namespace joulemark {

inline constexpr std::size_t kMostTracedNodes = 10;  // more are only in the sum

struct PowerLine {
  std::string name;
  // W, mean of each bin. Empty: in some part of the bin no interval between two readings of some
  // meter says what the power was. Nothing is put in its place.
  std::vector<std::optional<double>> watts;
};

struct PowerPicture {
  UtcTime start;
  double duration = 0.0;             // s
  double bin = 0.0;                  // s; the last bin ends with the window
  std::optional<PowerLine> counted;  // sum over the nodes that have a figure; empty: there is none
  std::optional<PowerLine> other;    // another complete cover of all of these, named by its basis
  std::vector<PowerLine> nodes;      // of two to kMostTracedNodes nodes each
};

// At most some 600 bins, none shorter than what lies between two samples of the counted series.
// report: what evaluate() said of this telemetry.
// plan: the one of the report, whose scopes have series of their own; none without.
PowerPicture power_trace(const Telemetry& telemetry, const Report& report,
                         const Plan* plan = nullptr);

}  // namespace joulemark
