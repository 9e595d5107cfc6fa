// The samples of one sensor as the query or the exporter has them, with their metadata (METHOD
// S-4).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/metrology.h"
#include "core/units.h"

namespace joulemark {

enum class SeriesKind {
  kGauge,       // power readings (rules G)
  kCounter,     // energy counter of a device (rules C)
  kIntegrated,  // energy integrated by the exporter (rule I)
};

struct Window {
  UtcTime start, end;
  [[nodiscard]] double duration() const { return seconds(end - start); }
};

// Columns have one entry per sample, or none where the column does not exist. Times are unshifted
// and ascending; values in W (gauge) or J (counter, integrated). A value may be NaN: METHOD G-1 and
// C-1 drop it.
struct Series {
  SeriesKind kind = SeriesKind::kCounter;
  Metrology metrology;
  std::string exporter;  // "<exporter>" of group read:<exporter>/<source>; empty: unknown
  std::string source;
  bool node_scope = false;  // G-1: at scope node 0 W is no reading
  bool edges_only = false;  // I-3: only samples around the edges were fetched

  std::vector<UtcTime> time;
  std::vector<double> value;
  std::vector<double> variance;   // J^2, cumulative
  std::vector<double> uncovered;  // s, cumulative
  std::vector<double> resets;     // count, cumulative
  std::vector<UtcTime> start;     // when the count began
  std::vector<double> power_min;  // trailing 60 s extremes, W (S-4c)
  std::vector<double> power_max;
};

}  // namespace joulemark
