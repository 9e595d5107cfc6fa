#include "sources/nvml/energy_gate.h"

namespace joulemark::nvml {
namespace {

// An update of the counter brings what a whole period of it gathered.
constexpr double kUpdate = 1.0;  // s

}  // namespace

bool EnergyGate::follows(const Seen& earlier, const Seen& now) const {
  if (now.millijoules < earlier.millijoules) return false;
  const double joules = 1e-3 * static_cast<double>(now.millijoules - earlier.millijoules);
  return joules <= ceiling_.value() * (seconds(now.time - earlier.time) + kUpdate);
}

std::optional<EnergyGate::Passed> EnergyGate::take(std::uint64_t millijoules, MonotonicTime now) {
  const Seen seen{millijoules, now};
  const bool goes_on = !good_ || follows(*good_, seen);
  const bool began_anew = !goes_on && strange_ && follows(*strange_, seen);
  if (!goes_on && !began_anew) {
    strange_ = seen;
    return std::nullopt;
  }
  good_ = seen;
  strange_.reset();
  return Passed{millijoules, began_anew};
}

}  // namespace joulemark::nvml
