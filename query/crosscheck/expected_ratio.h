// rho of METHOD X-1 for the places where the two sides measure.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "core/result.h"
#include "measurement/crosscheck_ratio.h"
#include "query/crosscheck/independence.h"

namespace joulemark {

struct RatioOptions {
  std::optional<double> cord_loss{};                          // fraction
  std::optional<std::pair<double, double>> psu_efficiency{};  // lowest, highest
  std::optional<std::pair<double, double>> distribution{};    // loss, lowest, highest
};

struct ChosenRatio {
  ExpectedRatio ratio;
  std::string how;
};

// Outlet or instrument over AC: the cord (default 0.3 %); AC over DC: --psu-efficiency, which must
// be known; DC over DC at another scope: the busbar (default METHOD's 0..2 %). kInvalid: an
// efficiency that is needed and not given, an option that has no place here, limits that are none.
Result<ChosenRatio> expected_ratio(Place reference, Place validated, bool one_scope,
                                   const RatioOptions& options);

}  // namespace joulemark
