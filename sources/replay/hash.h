// Random numbers that are functions of (seed, index), so that two programs that know the seed agree
// on every one of them, in any order and at any distance. The mixing is that of SplitMix64.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string_view>

#include "sources/replay/exact.h"

namespace joulemark::replay {

constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

constexpr std::uint64_t hash(std::uint64_t seed, std::uint64_t index) {
  return mix(mix(seed) ^ index);
}

constexpr std::uint64_t hash(std::string_view text) {
  std::uint64_t h = text.size();
  for (const char c : text) h = hash(h, static_cast<unsigned char>(c));
  return h;
}

// Uniform in 0 ... limit, both included.
constexpr std::int64_t uniform_to(std::int64_t limit, std::uint64_t bits) {
  return static_cast<std::int64_t>(
      (static_cast<UInt128>(bits) * (static_cast<UInt128>(limit) + 1)) >> 64);
}

// Standard normal (Box and Muller).
inline double normal(std::uint64_t seed, std::uint64_t index) {
  const std::uint64_t bits = hash(seed, index);
  const double u = (static_cast<double>(bits >> 11) + 1.0) * 0x1p-53;  // (0, 1]
  const double v = static_cast<double>(mix(bits) >> 11) * 0x1p-53;
  return std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * v);
}

}  // namespace joulemark::replay
