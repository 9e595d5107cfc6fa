#include "query/plan/unit.h"

#include <algorithm>
#include <array>

namespace joulemark {
namespace {

struct Unit {
  std::string_view name;
  QuantityKind quantity;
  double factor;
};

constexpr double kSecondsPerHour = 3600.0;
constexpr std::array<Unit, 10> kUnits{{
    {"watt", QuantityKind::kPower, 1.0},
    {"milliwatt", QuantityKind::kPower, 1e-3},
    {"microwatt", QuantityKind::kPower, 1e-6},
    {"kilowatt", QuantityKind::kPower, 1e3},
    {"joule", QuantityKind::kEnergy, 1.0},
    {"millijoule", QuantityKind::kEnergy, 1e-3},
    {"microjoule", QuantityKind::kEnergy, 1e-6},
    {"kilojoule", QuantityKind::kEnergy, 1e3},
    {"watt_hour", QuantityKind::kEnergy, kSecondsPerHour},
    {"kilowatt_hour", QuantityKind::kEnergy, 1e3 * kSecondsPerHour},
}};

}  // namespace

std::optional<double> unit_factor(std::string_view unit, QuantityKind quantity) {
  const auto found = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& one) {
    return one.name == unit && one.quantity == quantity;
  });
  return found == kUnits.end() ? std::nullopt : std::optional(found->factor);
}

}  // namespace joulemark
