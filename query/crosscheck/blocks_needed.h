// How many blocks a level would have needed (METHOD X-6), for people who plan the next attempt.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "measurement/crosscheck_ratio.h"

namespace joulemark {

// With 5 or 6 blocks a level, every other honest pair ends INCONCLUSIVE; with 12 nine in ten agree.
inline constexpr std::size_t kAdvisedBlocks = 12;

// The number of blocks with which the 90 % interval would lie within the grade, if scatter and
// correlation stay as they are; about, for planning. Empty: the mean alone leaves the limits, or
// more than 10,000 would be needed.
std::optional<std::size_t> blocks_needed(std::span<const double> log_ratios,
                                         const ExpectedRatio& ratio, double grade);

}  // namespace joulemark
