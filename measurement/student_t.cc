#include "measurement/student_t.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace joulemark {
namespace {

constexpr std::array<double, 60> kTwoSided95 = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179,
    2.160,  2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
    2.060,  2.056, 2.052, 2.048, 2.045, 2.042, 2.040, 2.037, 2.035, 2.032, 2.030, 2.028,
    2.026,  2.024, 2.023, 2.021, 2.020, 2.018, 2.017, 2.015, 2.014, 2.013, 2.012, 2.011,
    2.010,  2.009, 2.008, 2.007, 2.006, 2.005, 2.004, 2.003, 2.002, 2.002, 2.001, 2.000};

constexpr std::array<double, 30> kOneSided95 = {
    6.314, 2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860, 1.833, 1.812,
    1.796, 1.782, 1.771, 1.761, 1.753, 1.746, 1.740, 1.734, 1.729, 1.725,
    1.721, 1.717, 1.714, 1.711, 1.708, 1.706, 1.703, 1.701, 1.699, 1.697};

}  // namespace

double coverage_factor(double dof) {
  if (dof >= static_cast<double>(kTwoSided95.size())) return 2.0;
  if (!(dof >= 1.0)) return kTwoSided95.front();
  // The 1e-6 keeps an exact integer from rounding down.
  const auto row = static_cast<std::size_t>(std::floor(dof + 1e-6)) - 1;
  return std::max(2.0, kTwoSided95[std::min(row, kTwoSided95.size() - 1)]);
}

double one_sided_factor(double dof) {
  if (dof >= static_cast<double>(kOneSided95.size())) return kOneSided95.back();
  if (!(dof >= 1.0)) return kOneSided95.front();
  const auto row = static_cast<std::size_t>(std::floor(dof + 1e-6)) - 1;
  return kOneSided95[std::min(row, kOneSided95.size() - 1)];
}

}  // namespace joulemark
