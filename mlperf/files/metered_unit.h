// One metered unit of a run, resampled to a grid that ends with the window: what MLPerf's power
// files are written from.
#pragma once

#include <string>
#include <vector>

#include "core/sensor.h"
#include "core/units.h"

namespace joulemark::mlperf {

struct MeteredChannel {
  std::string sensor;         // "redfish psu1 (node/psu:1/in)"
  std::vector<double> watts;  // mean of every step of the grid
};

struct MeteredUnit {
  std::string name;                      // of the node, or of the scope that feeds it
  Supply supply = Supply::kUnknown;      // of the meters
  std::vector<MeteredChannel> channels;  // their sum is the unit; at least one
  double conversion = 1.0;               // joules of the wanted supply per metered joule (S-2R)
  std::string conversion_how;            // "not converted", or where the factor comes from

  [[nodiscard]] std::vector<double> total() const;  // W, sum of the channels
};

// The grid of all units: steps of equal length, the last one ends with the window.
struct PowerGrid {
  UtcTime start, end;
  double step = 1.0;             // s
  double native_interval = 0.0;  // s, the longest of the counted series; step is not below it
  [[nodiscard]] UtcTime end_of(std::size_t index, std::size_t count) const;
};

}  // namespace joulemark::mlperf
