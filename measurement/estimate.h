// Energy that nobody measured, from limits of its power (METHOD S-3, N-2): ESTIMATED_PART, and its
// share of the total limits the class (L-1).
#pragma once

#include <string>

#include "core/result.h"
#include "measurement/component.h"
#include "measurement/window_energy.h"

namespace joulemark {

struct EstimatedPart {
  double energy = 0.0;             // J
  UncertaintyComponent of_limits;  // rectangular between the limits, grouped by model
};

// S-3: parts of a node with power in [low, high] W, in watts of the result (after S-2D, S-2, S-2R):
// E = D (low + high)/2, `unmeasured`, group unmeasured/<node model>. duration D in s. kInvalid: not
// 0 <= low <= high, a duration not above zero, or no finite number.
Result<EstimatedPart> unmeasured_part(double low, double high, double duration,
                                      const std::string& node_model);

// Switches, storage, cooling that others use too.
struct SharedEquipment {
  std::string model;
  double max_watts = 0.0;  // rated
  int ports_used = 0, ports_total = 0;
};

struct SharedEstimate {
  EstimatedPart part;
  double training_energy = 0.0;  // J: MLPerf Training counts P D; both are printed
};

// N-2: P = max rated power x ports used/ports total; E = 0.65 P D, rect a = 0.35 P D, group
// estimate/<equipment model>. kInvalid: no ports, more used than there are, a power or duration
// that is negative, zero or no finite number.
Result<SharedEstimate> shared_equipment(const SharedEquipment& equipment, double duration);

// Adds the part and ESTIMATED_PART. The caller lists part.energy as estimated (L-1). A refused
// energy stays refused. kInvalid: no finite number.
Result<SeriesEnergy> with_part(SeriesEnergy energy, const EstimatedPart& part);

}  // namespace joulemark
