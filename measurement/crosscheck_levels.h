// Whether a cross-check holds what METHOD X-2 asks for, and its blocks as one row.
#pragma once

#include <vector>

#include "measurement/crosscheck.h"

namespace joulemark {

// kInvalid as crosscheck() says, with the level and what is missing.
Result<void> check_levels(const CrosscheckInput& input);

struct PooledBlocks {
  std::vector<double> reference, validated;  // J
  [[nodiscard]] double mean_validated_watts(double block_seconds) const;
};

PooledBlocks pooled_blocks(const CrosscheckInput& input);

// Energies over a divisor (s, or s x rho), W.
std::vector<double> powers(const std::vector<double>& joules, double divisor);

}  // namespace joulemark
