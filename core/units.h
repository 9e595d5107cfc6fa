// Distinct types for power, energy and time, so that mixing them does not compile.
// Leave the type system only through value(), seconds() and the printers.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>

namespace joulemark {

using Duration = std::chrono::nanoseconds;
using UtcTime = std::chrono::sys_time<Duration>;  // ns since 1970-01-01T00:00:00Z
using MonotonicTime = std::chrono::time_point<std::chrono::steady_clock, Duration>;

// A double with a unit. Tag names the unit; arithmetic within one unit only.
template <class Tag>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(double value) : value_(value) {}

  [[nodiscard]] constexpr double value() const { return value_; }

  constexpr Quantity& operator+=(Quantity other) {
    value_ += other.value_;
    return *this;
  }
  friend constexpr Quantity operator+(Quantity a, Quantity b) {
    return Quantity(a.value_ + b.value_);
  }
  friend constexpr Quantity operator-(Quantity a, Quantity b) {
    return Quantity(a.value_ - b.value_);
  }
  friend constexpr Quantity operator*(Quantity a, double f) { return Quantity(a.value_ * f); }
  friend constexpr Quantity operator*(double f, Quantity a) { return Quantity(a.value_ * f); }
  friend constexpr Quantity operator/(Quantity a, double f) { return Quantity(a.value_ / f); }
  friend constexpr double operator/(Quantity a, Quantity b) { return a.value_ / b.value_; }
  friend constexpr auto operator<=>(Quantity, Quantity) = default;

 private:
  double value_ = 0.0;
};

using Watts = Quantity<struct WattsTag>;
using Joules = Quantity<struct JoulesTag>;

constexpr double seconds(Duration d) { return std::chrono::duration<double>(d).count(); }

// Rounds to the nearest nanosecond.
constexpr Duration from_seconds(double s) {
  return Duration(static_cast<std::int64_t>(s * 1e9 + (s < 0 ? -0.5 : 0.5)));
}

constexpr Joules operator*(Watts p, Duration d) { return Joules(p.value() * seconds(d)); }
constexpr Watts operator/(Joules e, Duration d) { return Watts(e.value() / seconds(d)); }

}  // namespace joulemark
