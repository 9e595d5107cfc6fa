// Are two sensors equivalent within 3 or 5 % (METHOD X-6)? Two one-sided tests on the log ratios of
// their blocks, with the number of blocks that are worth counting.
#pragma once

#include <span>
#include <vector>

#include "core/result.h"
#include "measurement/component.h"
#include "measurement/crosscheck_ratio.h"

namespace joulemark {

inline constexpr double kGrade3 = 0.03, kGrade5 = 0.05;
inline constexpr std::size_t kFewestBlocks = 5;  // of one level

struct Equivalence {
  std::size_t blocks = 0;
  double mean_r = 0.0;      // mean of ln(E1/(rho E2)); E1 of the reference
  double n_eff = 0.0;       // blocks that are worth counting
  double u_scatter = 0.0;   // s_e/sqrt(n_eff), relative; infinite if n_eff < 2.5
  double half_width = 0.0;  // of the 90 % interval around mean_r; infinite if n_eff < 2.5

  [[nodiscard]] double dof() const { return n_eff - 1.0; }  // of u_scatter
  [[nodiscard]] double ratio() const;                       // exp(mean_r)
  [[nodiscard]] double low() const;                         // of the interval, as a ratio
  [[nodiscard]] double high() const;
  // The 90 % interval lies inside +-ln(1 + grade).
  [[nodiscard]] bool within(double grade) const;
};

// ln(E1/(rho E2)) of each block. kInvalid: fewer than 5 blocks or unequal numbers of them; an
// energy that is not above zero or no finite number; a ratio that is none.
Result<std::vector<double>> log_ratios(std::span<const double> reference,
                                       std::span<const double> validated,
                                       const ExpectedRatio& ratio);

// Of one level, or of all levels pooled in their order. kInvalid: fewer than 5 log ratios, or one
// that is no finite number.
Result<Equivalence> equivalence(std::span<const double> log_ratios, const ExpectedRatio& ratio);

}  // namespace joulemark
