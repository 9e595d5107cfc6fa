#include "measurement/crosscheck_transfer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "measurement/numbers.h"
#include "measurement/statistics.h"
#include "measurement/uncertainty.h"

namespace joulemark {

Result<TransferredCorrection> transfer(std::span<const double> mean_r, double u_reference,
                                       const std::string& reference, const std::string& model) {
  const auto finite = [](double value) { return std::isfinite(value); };
  if (mean_r.size() < 2 || !std::all_of(mean_r.begin(), mean_r.end(), finite) ||
      !is_amount(u_reference))
    return fail(ErrorCode::kInvalid,
                "a transfer to other units needs at least two validated ones and their reference");
  const auto m = static_cast<double>(mean_r.size());
  TransferredCorrection t;
  t.factor = std::exp(std::accumulate(mean_r.begin(), mean_r.end(), 0.0) / m);
  t.s_unit = standard_deviation(mean_r);
  const Combined combined =
      combine({{"reference", u_reference}, {"unit", t.s_unit * std::sqrt(1.0 + 1.0 / m), m - 1.0}});
  t.u_relative = combined.u_c;
  t.dof = combined.dof;
  t.k = combined.k;
  t.U_relative = combined.U;
  t.gives_class = mean_r.size() >= kFewestUnits;
  t.in_total = {{"reference", u_reference, kInfinity, "reference/" + reference},
                {"model", t.s_unit / std::sqrt(m), m - 1.0, "crosscheck/" + model},
                {"unit", t.s_unit, m - 1.0}};
  if (!is_positive(t.factor) || !is_amount(t.U_relative))
    return fail(ErrorCode::kInvalid, "the validated units differ beyond what arithmetic holds");
  return t;
}

}  // namespace joulemark
