// Total over the cover (METHOD N-1 to N-3) and its class (L-1). Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measurement/code.h"
#include "measurement/component.h"
#include "measurement/uncertainty.h"
#include "measurement/window_energy.h"

namespace joulemark {

// Energy of one series or estimate as it enters a total.
struct TotalItem {
  double energy = 0.0;  // J
  Class cls = Class::kReferenceOnly;
  bool estimated = false;  // N-2, N-3, S-3, filled and missed energy (L-1)
};

struct MissingMember {
  std::string node;
  double floor_watts = 0.0;               // measured idle, else 0
  std::optional<double> nameplate_watts;  // without it the member cannot be estimated
  std::string model;
};

struct Total {
  enum class Status { kComplete, kIncomplete, kRefused } status = Status::kRefused;
  double energy =
      0.0;  // J; of the measured part only if not complete: a partial sum, never the total
  Budget budget;
  Combined combined;
  double alias_bound = 0.0;
  double headline_U = 0.0;
  Codes codes;
};

// N-1: every group adds linearly over all series. A refused part counts as missing: the total is
// then incomplete, and refused where no part is left.
Total sum(const std::vector<SeriesEnergy>& parts);
// N-3: at most 1 % of the members and 1 % of the energy may be estimated; otherwise incomplete.
// The estimate has no measured floor below it unless floor_watts says so; a nameplate below the
// floor is no nameplate.
Total with_missing(const std::vector<SeriesEnergy>& measured, std::size_t measured_members,
                   const std::vector<MissingMember>& missing, double duration);

// L-1; cap: worst cap of the codes of the total; U is the headline.
Class class_of_total(const std::vector<TotalItem>& items, double energy, double U, Class cap);

}  // namespace joulemark
