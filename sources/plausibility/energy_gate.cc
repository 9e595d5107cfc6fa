#include "sources/plausibility/energy_gate.h"

namespace joulemark {

bool EnergyGate::follows(const Seen& earlier, const Seen& now) const {
  if (now.counts < earlier.counts) return false;
  const double joules = joules_per_count_ * static_cast<double>(now.counts - earlier.counts);
  return joules <= ceiling_.value() * seconds(now.time - earlier.time + update_);
}

std::optional<EnergyGate::Passed> EnergyGate::take(std::uint64_t counts, MonotonicTime now) {
  const Seen seen{counts, now};
  const bool goes_on = !good_ || follows(*good_, seen);
  const bool began_anew = !goes_on && strange_ && follows(*strange_, seen);
  if (!goes_on && !began_anew) {
    strange_ = seen;
    return std::nullopt;
  }
  good_ = seen;
  strange_.reset();
  return Passed{counts, began_anew};
}

}  // namespace joulemark
