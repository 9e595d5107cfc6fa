#include "measurement/accuracy.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "measurement/defaults.h"

namespace joulemark {
namespace {

constexpr double kCertificateDof = 50.0;  // normal_k2 without stated degrees of freedom

double divisor(Distribution distribution) {
  switch (distribution) {
    case Distribution::kRectangular:
      return std::numbers::sqrt3;
    case Distribution::kNormalK2:
      return 2.0;
    case Distribution::kTriangular:
      return std::sqrt(6.0);
    case Distribution::kNormalK1:
      break;
  }
  return 1.0;
}

double degrees_of_freedom(const Accuracy& accuracy) {
  if (accuracy.dof) return *accuracy.dof;
  return accuracy.distribution == Distribution::kNormalK2 ? kCertificateDof : kInfinity;
}

void add_error(Budget& budget, const Accuracy& accuracy, const std::string& name,
               double half_width) {
  const double u = half_width / divisor(accuracy.distribution);
  const double dof = degrees_of_freedom(accuracy);
  if (accuracy.group.empty()) {
    budget.push_back({name, u, dof});
    return;
  }
  const std::string group = accuracy.group + "/" + name;
  if (accuracy.common >= 1.0) {
    budget.push_back({name, u, dof, group});
    return;
  }
  budget.push_back({name, u * std::sqrt(accuracy.common), dof, group});
  budget.push_back({name + "_unit", u * std::sqrt(1.0 - accuracy.common), dof});
}

}  // namespace

void add_accuracy(Budget& budget, const Accuracy& accuracy, double energy, double duration) {
  add_error(budget, accuracy, "gain", energy * accuracy.relative);
  add_error(budget, accuracy, "offset", duration * accuracy.absolute.value());
}

Accuracy limits_in_force(const Metrology& metrology, Watts mean_power) {
  const Accuracy& stated = metrology.accuracy;
  if (metrology.supplies_by_load == 0 || stated.source != AccuracySource::kClassDefault)
    return stated;
  const bool rated = metrology.rating && *metrology.rating > Watts(0.0);
  const double load =
      rated ? mean_power / *metrology.rating : std::numeric_limits<double>::quiet_NaN();
  Accuracy out = limits_for(psu_input_limits(load),
                            {.psus = static_cast<int>(metrology.supplies_by_load)}, mean_power);
  out.group = stated.group;
  return out;
}

std::string latency_group(const Accuracy& accuracy) {
  return accuracy.group.empty() ? std::string() : accuracy.group + "/latency";
}

}  // namespace joulemark
