// What a counted unit (a member or a scope) brings to the total, after everything that turns its
// meters' energy into energy of one supply: METHOD S-2D, S-2 or S-2R, S-3, S-6, in this order.
#pragma once

#include <optional>
#include <vector>

#include "core/result.h"
#include "measurement/total.h"
#include "query/measurements.h"
#include "query/plan/plan.h"
#include "query/report.h"

namespace joulemark {

struct CountedEnergy {
  std::vector<std::size_t> series;           // of the unit: where each part comes from
  std::vector<SeriesEnergy> parts;           // one per counted series
  std::vector<std::optional<Class>> lifted;  // by a cross-check, one per part
  std::vector<SeriesEnergy> without_plan;    // likewise, without bounds from a plan (S-4b)
  std::vector<SeriesEnergy> estimates;       // S-3: in the total, but of no series
};

// All that makes up a total.
struct Counted {
  std::vector<CountedEnergy> units;     // one per unit of the measurements
  std::vector<SeriesEnergy> equipment;  // shared and estimated (N-2)
  std::vector<TotalItem> items;         // for the class (L-1)
};

// One per unit of measured.nodes; empty where it has no figure.
std::vector<CountedEnergy> counted_energies(const Measurements& measured, const Window& window,
                                            const std::vector<NodeReport>& reports);

// Brings all to one supply and adds what is not measured; figures, supplies and codes of the
// reports follow. Units that cannot be brought there are refused: AC and DC are never added.
Result<void> complete_by_plan(const Plan& plan, const Measurements& measured,
                              std::vector<NodeReport>& reports,
                              std::vector<CountedEnergy>& energies, double duration);

}  // namespace joulemark
