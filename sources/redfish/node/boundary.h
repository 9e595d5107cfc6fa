// The boundary of a total whose service does not say it, from the sums of the power supplies: a
// name says nothing (Lenovo's PowerConsumedWatts is AC, the average beside it DC).
#pragma once

#include <optional>
#include <string>

#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

// Of the supplies of one chassis that are present. Empty: one of them does not report.
struct SupplySums {
  std::size_t count = 0;
  std::optional<double> input, output, last_output;  // W
  bool repeats_total = false;        // each shows the same LastPowerOutputWatts, the node's
  Supply supply = Supply::kUnknown;  // of all of them; unknown where they differ
};
SupplySums sums_of(const Inventory& inventory, const std::string& chassis);

struct BoundaryGuess {
  Boundary boundary = Boundary::kUnknown;
  Supply supply = Supply::kUnknown;
  std::string evidence;
};
// Input: within 3 % or 5 W of the sum of the inputs, and nearer to it than to that of the outputs,
// where both are known and differ by more than 4 %. Output likewise.
BoundaryGuess guess_boundary(double watts, const SupplySums& sums);

}  // namespace joulemark::redfish
