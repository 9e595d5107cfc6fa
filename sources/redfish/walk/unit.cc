#include "sources/redfish/walk/unit.h"

#include <algorithm>
#include <array>

namespace joulemark::redfish {
namespace {

struct Spelling {
  std::string_view type, units;
  Unit unit;
};
constexpr Unit kWatt{QuantityKind::kPower, 1.0}, kJoule{QuantityKind::kEnergy, 1.0},
    kWattHour{QuantityKind::kEnergy, 3600.0}, kKilowattHour{QuantityKind::kEnergy, 3.6e6};
// The first spelling of a type is the schema's (Sensor v1_13_0).
constexpr std::array<Spelling, 11> kSpellings{{{"Power", "W", kWatt},
                                               {"Power", "Watts", kWatt},
                                               {"Power", "mW", {QuantityKind::kPower, 1e-3}},
                                               {"Power", "kW", {QuantityKind::kPower, 1e3}},
                                               {"EnergyJoules", "J", kJoule},
                                               {"EnergyJoules", "Joules", kJoule},
                                               {"EnergyJoules", "kJ", {QuantityKind::kEnergy, 1e3}},
                                               {"EnergyWh", "W.h", kWattHour},
                                               {"EnergyWh", "Wh", kWattHour},
                                               {"EnergykWh", "kW.h", kKilowattHour},
                                               {"EnergykWh", "kWh", kKilowattHour}}};

}  // namespace

std::optional<Unit> unit_of(std::string_view reading_type,
                            const std::optional<std::string>& units) {
  const auto found =
      std::find_if(kSpellings.begin(), kSpellings.end(), [&](const Spelling& spelling) {
        return spelling.type == reading_type && (!units || spelling.units == *units);
      });
  return found == kSpellings.end() ? std::nullopt : std::optional(found->unit);
}

}  // namespace joulemark::redfish
