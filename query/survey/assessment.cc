#include "query/survey/assessment.h"

#include <algorithm>
#include <cmath>

namespace joulemark {
namespace {

using redfish::About;
using redfish::Measured;

// The power that a counter should run with: of the same thing.
const Assessment* power_of(const Measured& counter, const std::vector<Assessment>& all) {
  for (const Assessment& other : all)
    if (other.value->quantity == QuantityKind::kPower && other.value->owner == counter.owner &&
        other.value->about == counter.about && other.value->reading &&
        (counter.about != About::kOutlet || other.value->name == counter.name))
      return &other;
  return nullptr;
}

void by_itself(Assessment& one) {
  const Measured& value = *one.value;
  if (one.seen.decimals) one.quantum = std::pow(10.0, -*one.seen.decimals) * value.si_per_unit;
  // Steps of 5 W are written without decimals.
  if (one.seen.step && one.quantum && value.quantity == QuantityKind::kPower &&
      one.seen.changes >= 10)
    one.quantum = std::max(*one.quantum, *one.seen.step * value.si_per_unit);
  if (one.quantum && value.si() >= *one.quantum)
    one.significant_figures =
        static_cast<int>(std::floor(std::log10(value.si() / *one.quantum))) + 1;
}

void with_power(Assessment& one, const std::vector<Assessment>& all) {
  if (one.value->quantity != QuantityKind::kEnergy || !one.value->reading) return;
  const Assessment* power = power_of(*one.value, all);
  if (power == nullptr || power->value->si() <= 0.0) return;
  const double watts = power->value->si();
  one.age = one.value->si() / watts;
  if (one.quantum) {
    one.window_1 = *one.quantum / (0.01 * watts);
    one.window_01 = *one.quantum / (0.001 * watts);
  }
  const double energy = (one.seen.last - one.seen.first) * one.value->si_per_unit;
  const double integral = power->seen.integral * power->value->si_per_unit;
  // Below ten steps of the counter the ratio says nothing.
  if (integral > 0.0 && one.quantum && integral > 10.0 * *one.quantum)
    one.ratio_to_power = energy / integral;
}

}  // namespace

std::vector<Assessment> assess(const SurveyErrand& errand) {
  std::vector<Assessment> out;
  const redfish::Probe* probe = errand.probe();
  if (probe == nullptr) return out;
  for (std::size_t i = 0; i < probe->values().size(); ++i) {
    Assessment one;
    one.value = &probe->values()[i];
    one.seen = statistics_of(*one.value, probe->samples(i));
    by_itself(one);
    out.push_back(one);
  }
  for (Assessment& one : out) with_power(one, out);
  return out;
}

}  // namespace joulemark
