#include "measurement/duplicate.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <tuple>

namespace joulemark {
namespace {

// Bits, not values: a NaN that both series hold is no difference.
bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same_samples(const Series& a, const Series& b) {
  return a.time == b.time &&
         std::equal(a.value.begin(), a.value.end(), b.value.begin(), b.value.end(), same_bits);
}

// Cheap to compute and nearly unique, so that thousands of members need no pairwise comparison.
auto signature(const Series& series) {
  return std::tuple(series.time.size(), series.time.front(), series.time.back(),
                    std::bit_cast<std::uint64_t>(series.value.back()));
}

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> duplicate_series(
    std::span<const Series* const> series) {
  std::map<decltype(signature(*series[0])), std::vector<std::size_t>> firsts;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (series[i]->time.size() < 2 || series[i]->value.empty()) continue;
    std::vector<std::size_t>& alike = firsts[signature(*series[i])];
    const auto twin = std::find_if(alike.begin(), alike.end(), [&](std::size_t first) {
      return same_samples(*series[first], *series[i]);
    });
    if (twin == alike.end())
      alike.push_back(i);
    else
      pairs.emplace_back(*twin, i);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace joulemark
