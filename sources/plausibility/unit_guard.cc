#include "sources/plausibility/unit_guard.h"

namespace joulemark {
namespace {

constexpr double kLeastRatio = 0.3, kMostRatio = 3.0;
constexpr double kLeastClimb = 5.0, kMostClimb = 3000.0;
constexpr int kEnough = 5;

bool is_plausible(const UnitGuard::Finding& found) {
  const double watts = found.by_count.value();
  if (!found.by_power) return watts >= kLeastClimb && watts <= kMostClimb;
  const double ratio = watts / found.by_power->value();
  return ratio >= kLeastRatio && ratio <= kMostRatio;
}

}  // namespace

UnitGuard::Finding UnitGuard::found(double joules, MonotonicTime now) const {
  Finding out{Watts((joules - first_->joules) / seconds(now - first_->time)), std::nullopt};
  if (powers_ > 0) out.by_power = Watts(watts_ / powers_);
  return out;
}

void UnitGuard::changed(double joules, std::optional<double> watts, MonotonicTime now) {
  if (passed_) return;
  if (watts) {
    watts_ += *watts;
    ++powers_;
  }
  if (!first_ || joules < first_->joules || now <= first_->time) {
    first_ = Seen{joules, now};
    changes_ = 0;
    return;
  }
  ++changes_;
  last_ = found(joules, now);
  passed_ = is_plausible(*last_);
}

std::optional<UnitGuard::Finding> UnitGuard::finding() const {
  return passed_ || changes_ < kEnough ? std::nullopt : last_;
}

}  // namespace joulemark
