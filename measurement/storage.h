// Batteries and capacitors between the meter and the load (METHOD S-6).
#pragma once

#include <optional>
#include <string>

#include "core/result.h"
#include "measurement/window_energy.h"

namespace joulemark {

struct StoredEnergy {
  std::string model;             // group storage/<model>
  double usable_joules = 0.0;    // capacity
  std::optional<double> gained;  // S(t1) - S(t0), J; none: the state of charge is not known
  double u_gained = 0.0;         // its standard uncertainty, J
};

// State of charge known at both edges: E -= S(t1) - S(t0) with its u; else `storage` u = capacity/
// sqrt(3). Either way STORAGE_IN_PATH. A refused energy stays refused. kInvalid: a capacity that is
// negative or no finite number, more gained or lost than the capacity, or more gained than E.
Result<SeriesEnergy> with_storage(SeriesEnergy energy, const StoredEnergy& storage);

}  // namespace joulemark
