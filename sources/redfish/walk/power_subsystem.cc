#include "sources/redfish/walk/power_subsystem.h"

#include "sources/redfish/walk/supply_facts.h"

namespace joulemark::redfish {
namespace {

void add_metrics(const Resources::Found& metrics, PowerSupplyUnit& unit, Inventory& out) {
  const SupplyPlace place{*metrics.document, metrics.body(), metrics.path, ""};
  add_supply_input(place, "InputPowerWatts", "OutputPowerWatts", unit, out);
  add_supply_output(place, "OutputPowerWatts", unit, out);
  add_supply_energy(place, unit, out);
}

}  // namespace

void walk_power_subsystem(Resources& resources, const Json& chassis, const ChassisPart& part,
                          Inventory& out) {
  const auto subsystem = resources.at(member(chassis, "PowerSubsystem"));
  if (!subsystem) return;
  for (const auto& found : resources.members(member(subsystem->body(), "PowerSupplies"))) {
    PowerSupplyUnit unit = supply_facts(*found.document, found.body());
    unit.path = found.path;
    unit.chassis = part.path;
    if (!unit.absent)
      if (const auto metrics = resources.at(member(found.body(), "Metrics")))
        add_metrics(*metrics, unit, out);
    out.supplies.push_back(std::move(unit));
  }
}

}  // namespace joulemark::redfish
