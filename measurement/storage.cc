#include "measurement/storage.h"

#include <cmath>
#include <utility>

#include "measurement/numbers.h"
#include "measurement/recombine.h"
#include "measurement/statistics.h"

namespace joulemark {

Result<SeriesEnergy> with_storage(SeriesEnergy energy, const StoredEnergy& storage) {
  const auto refused = [&](const char* why) {
    return fail(ErrorCode::kInvalid, "storage (" + storage.model + "): " + why);
  };
  if (!is_amount(storage.usable_joules)) return refused("its capacity is no usable number");
  if (storage.gained &&
      (!is_amount(storage.u_gained) || !(std::fabs(*storage.gained) <= storage.usable_joules)))
    return refused("its charge changed by no number, or by more than its capacity");
  if (energy.refused) return energy;
  energy.energy -= storage.gained.value_or(0.0);
  const double u = storage.gained ? storage.u_gained : rectangular(storage.usable_joules);
  energy.budget.push_back({"storage", u, kInfinity, "storage/" + storage.model, {}});
  energy.codes.insert(Code::kStorageInPath);
  return recombined(std::move(energy));
}

}  // namespace joulemark
