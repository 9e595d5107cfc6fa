// Two members that show the same samples: one meter counted twice (METHOD L-5 DUPLICATE_SERIES).
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "measurement/series.h"

namespace joulemark {

// Pairs of indices whose series agree in every time and value (at least two samples), each group of
// equals as pairs with its first; ascending. Callers pass the counted series of different members.
std::vector<std::pair<std::size_t, std::size_t>> duplicate_series(
    std::span<const Series* const> series);

}  // namespace joulemark
