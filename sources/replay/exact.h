// Energy without rounding: power in whole nanowatts times time in whole nanoseconds is energy in
// whole attojoules, which 128 bits hold for centuries of megawatts. What is promised about the
// truth of a scenario rests on this.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/units.h"

namespace joulemark::replay {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

using Nanowatts = std::int64_t;
using Attojoules = Int128;

inline constexpr Nanowatts kNanowattsPerWatt = 1'000'000'000;
inline constexpr double kAttojoulesPerJoule = 1e18;
inline constexpr std::int64_t kBillion = 1'000'000'000;

inline Nanowatts to_nanowatts(Watts power) { return std::llround(power.value() * 1e9); }
inline Watts to_watts(Nanowatts power) { return Watts(static_cast<double>(power) / 1e9); }
// Whole joules and rest apart: the nearest double, but for ties.
inline Joules to_joules(Attojoules energy) {
  constexpr Attojoules kJoule = 1'000'000'000'000'000'000;
  // NOLINTNEXTLINE(bugprone-integer-division): whole joules
  return Joules(static_cast<double>(energy / kJoule) +
                static_cast<double>(energy % kJoule) / kAttojoulesPerJoule);
}
// Exact for values that are whole attojoules below 2^53 aJ or powers of two; else nearest double.
inline Attojoules to_attojoules(Joules energy) {
  return static_cast<Attojoules>(std::round(energy.value() * kAttojoulesPerJoule));
}

constexpr Attojoules energy_of(Nanowatts power, Duration time) {
  return static_cast<Attojoules>(power) * time.count();
}

// Division that rounds down also for negative numerators; divisor > 0.
constexpr Int128 floor_div(Int128 a, Int128 b) { return a / b - (a % b < 0 ? 1 : 0); }
constexpr Int128 floor_mod(Int128 a, Int128 b) {
  const Int128 rest = a % b;
  return rest < 0 ? rest + b : rest;
}
constexpr Duration floor_mod(Duration a, Duration b) {
  const Duration rest = a % b;
  return rest.count() < 0 ? rest + b : rest;
}

// value x parts / 1e9, rounded down, without overflow where the result fits.
constexpr Int128 scale_by_billionths(Int128 value, std::int64_t parts) {
  const Int128 whole = floor_div(value, kBillion);
  return whole * parts + floor_div(floor_mod(value, kBillion) * parts, kBillion);
}

}  // namespace joulemark::replay
