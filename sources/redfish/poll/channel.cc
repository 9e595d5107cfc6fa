#include "sources/redfish/poll/channel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sources/redfish/poll/energy_count.h"

namespace joulemark::redfish {
namespace {

// No service measures more: a count that has restarted cannot have climbed faster.
constexpr double kMostWatts = 1e6;
// A service that was silent for less has not restarted.
constexpr Duration kRestart = std::chrono::seconds(10);

// Where a number has only digits that a conversion left there: steps of about a joule.
int usual_decimals(double unit) { return unit >= 1e6 ? 6 : 3; }

}  // namespace

Channel::Channel(Measured measured, Sensor sensor, double unit)
    : measured_(std::move(measured)), sensor_(std::move(sensor)), unit_(unit) {
  if (measured_.reading && unit_ == measured_.si_per_unit) watch_.note_digits(*measured_.reading);
}

double Channel::joules_per_count() const { return unit_ * std::pow(10.0, -decimals_.value_or(0)); }

bool Channel::is_repeated(const Found& found) {
  if (found.reading_time.empty() || stamps_lie_) return false;
  const bool same = std::exchange(stamp_, found.reading_time) == found.reading_time;
  const auto before = std::exchange(stamped_value_, found.number->value);
  stamps_lie_ = same && before != stamped_value_;
  return same && !stamps_lie_;
}

std::optional<Reading> Channel::take(const Found& found, UtcTime time, MonotonicTime now) {
  if (!found.number || is_repeated(found)) return std::nullopt;
  if (measured_.quantity == QuantityKind::kPower && is_sentinel(found.number->value * unit_))
    return std::nullopt;
  watch_.add(now, *found.number);
  if (measured_.quantity == QuantityKind::kEnergy) return energy(found, time, now);
  return Reading{.sensor = 0, .time = time, .value = Watts(found.number->value * unit_)};
}

std::optional<Reading> Channel::energy(const Found& found, UtcTime time, MonotonicTime now) {
  if (!decimals_) return std::nullopt;
  const auto counts = counts_of(*found.number, *decimals_);
  if (!counts) return std::nullopt;
  Reading out{.sensor = 0, .time = time, .value = EnergyCount{*counts}};
  out.began_anew = began_anew(found, *counts, now);
  fault_ = measured_.lifetime && counts_ && *counts < *counts_;
  counts_ = counts;
  counted_ = now;
  epoch_ = found.epoch;
  return out;
}

// Said by the service; or it was silent, does not say, and stands no higher than it could have
// climbed since.
bool Channel::began_anew(const Found& found, std::uint64_t counts, MonotonicTime now) const {
  if (!counts_) return false;
  if (!found.epoch.empty() && !epoch_.empty()) return found.epoch != epoch_;
  const Duration silent = now - counted_;
  if (measured_.lifetime || silent < kRestart) return false;
  return static_cast<double>(counts) * joules_per_count() <= kMostWatts * seconds(silent);
}

Sensor Channel::publish(const Conditions& conditions) {
  Conditions own = conditions;
  own.unit = unit_;
  Sensor out = sensor_;
  const auto rating = sensor_.metrology.rating;
  out.metrology = metrology_of(measured_, watch_, own);
  out.metrology.rating = rating;
  // What holds is said again as it was: each change is one of the metadata in somebody's window.
  if (published_ && !outdated()) out.metrology.update_interval = published_interval_;
  published_ = true;
  published_interval_ = out.metrology.update_interval;
  read_interval_ = conditions.interval;
  if (measured_.quantity != QuantityKind::kEnergy) return out;
  if (!decimals_) decimals_ = watch_.decimals().value_or(usual_decimals(unit_));
  out.joules_per_count = joules_per_count();
  return out;
}

bool Channel::outdated() const {
  // Changes are never seen closer together than the value is read.
  const Duration by_default = std::chrono::seconds(is_equipment(measured_.about) ? 5 : 2);
  return watch_.slower_than(std::max(published_interval_.value_or(by_default), read_interval_));
}

void Channel::inherit(const Channel& earlier) {
  watch_ = earlier.watch_;
  stamp_ = earlier.stamp_;
  stamped_value_ = earlier.stamped_value_;
  stamps_lie_ = earlier.stamps_lie_;
  epoch_ = earlier.epoch_;
  if (unit_ != earlier.unit_) return;
  decimals_ = earlier.decimals_;
  counts_ = earlier.counts_;
  counted_ = earlier.counted_;
}

}  // namespace joulemark::redfish
