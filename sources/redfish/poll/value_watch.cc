#include "sources/redfish/poll/value_watch.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace joulemark::redfish {
namespace {

constexpr std::size_t kMost = 64;
constexpr int kNoDecimals = 3;  // taken for numbers whose digits mean nothing

}  // namespace

std::int64_t ValueWatch::in_steps(double value) const {
  const double steps = std::round(value * std::pow(10.0, decimals_.value_or(kNoDecimals)));
  return static_cast<std::int64_t>(std::clamp(steps, -9e15, 9e15));
}

void ValueWatch::note_digits(const Number& number) {
  const auto decimals = number.decimals();
  if (!decimals || decimals <= decimals_) return;
  decimals_ = decimals;
  common_ = 0;  // was counted in coarser steps
  changes_ = 0;
}

void ValueWatch::add(MonotonicTime time, const Number& number) {
  note_digits(number);
  const std::int64_t change = last_ ? in_steps(number.value) - in_steps(*last_) : 0;
  last_ = number.value;
  if (change == 0) return;
  common_ = std::gcd(common_, change);
  ++changes_;
  if (changed_ && std::abs(change) > 1) {
    if (between_.size() < kMost) between_.emplace_back();
    between_[next_++ % kMost] = time - *changed_;
  }
  changed_ = time;
}

double ValueWatch::step() const {
  const double last_decimal = std::pow(10.0, -decimals_.value_or(kNoDecimals));
  return changes_ < kEnough
             ? last_decimal
             : last_decimal * static_cast<double>(std::max<std::int64_t>(common_, 1));
}

std::optional<Duration> ValueWatch::update_interval() const {
  if (between_.size() < kEnough) return std::nullopt;
  auto sorted = between_;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  const Duration longest = 2 * *middle;
  Duration sum{0};
  for (const Duration one : between_) sum += std::min(one, longest);
  return sum / static_cast<Duration::rep>(between_.size());
}

bool ValueWatch::slower_than(Duration interval) const {
  return between_.size() >= kEvidence &&
         *std::min_element(between_.begin(), between_.end()) > interval * 3 / 2;
}

}  // namespace joulemark::redfish
