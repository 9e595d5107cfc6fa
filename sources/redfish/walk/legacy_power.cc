#include "sources/redfish/walk/legacy_power.h"

#include <algorithm>

#include "sources/redfish/walk/oem_power.h"
#include "sources/redfish/walk/supply_facts.h"

namespace joulemark::redfish {
namespace {

// Contexts of a PowerControl that stand for all of the chassis; absent is one of them.
About about_of(std::string_view context) {
  for (const char* whole : {"", "Chassis", "Intake", "SystemBoard", "PowerSupply"})
    if (context == whole) return About::kChassis;
  if (context.starts_with("CPU")) return About::kCpu;
  if (context.starts_with("Memory")) return About::kMemory;
  if (context.starts_with("GPU") || context == "Accelerator") return About::kGpu;
  return About::kPart;
}

void add_controls(const Document& document, const std::string& path, const ChassisPart& part,
                  Inventory& out) {
  const auto controls = elements(member(document.body, "PowerControl"));
  const bool array = member(document.body, "PowerControl").is_array();
  for (std::size_t i = 0; i < controls.size(); ++i) {
    if (!controls[i]->contains("PowerConsumedWatts")) continue;
    const Json& consumed = member(*controls[i], "PowerConsumedWatts");
    Measured one;
    one.path = path;
    one.pointer =
        "/PowerControl" + (array ? "/" + std::to_string(i) : std::string()) + "/PowerConsumedWatts";
    one.seen = Seen::kPowerControl;
    one.about = about_of(text_of(*controls[i], "PhysicalContext"));
    // Where a firmware leaves the context out, the first is the chassis.
    if (i > 0 && one.about == About::kChassis) one.about = About::kPart;
    const std::string name = text_of(*controls[i], "Name");
    one.owner = part.path;
    one.name = name.empty() ? "PowerControl " + std::to_string(i) : name;
    one.reading = document.number(consumed);
    out.measured.push_back(one);
  }
}

void add_supplies(const Document& document, const std::string& path, const ChassisPart& part,
                  Inventory& out) {
  const auto supplies = elements(member(document.body, "PowerSupplies"));
  for (std::size_t i = 0; i < supplies.size(); ++i) {
    if (!supplies[i]->is_object()) continue;
    PowerSupplyUnit unit = supply_facts(document, *supplies[i]);
    unit.path = path + "#/PowerSupplies/" + std::to_string(i);
    unit.chassis = part.path;
    if (unit.name.empty() || unit.name == "nil") unit.name = std::to_string(i);
    if (!unit.absent) {
      const SupplyPlace place{document, *supplies[i], path, "/PowerSupplies/" + std::to_string(i)};
      add_supply_input(place, "PowerInputWatts", "PowerOutputWatts", unit, out);
      add_supply_output(place, "PowerOutputWatts", unit, out);
    }
    out.supplies.push_back(std::move(unit));
  }
}

}  // namespace

std::vector<const Json*> elements(const Json& list) {
  std::vector<const Json*> out;
  if (list.is_object()) out.push_back(&list);
  if (list.is_array())
    for (const Json& one : list) out.push_back(&one);
  return out;
}

void walk_legacy_power(Resources& resources, const Json& chassis, const ChassisPart& part,
                       Inventory& out) {
  const auto found = resources.at(member(chassis, "Power"));
  if (!found) return;
  add_controls(*found->document, found->path, part, out);
  // The new model of the same supplies knows more; both would count each supply twice.
  const bool known = std::any_of(out.supplies.begin(), out.supplies.end(),
                                 [&](const auto& unit) { return unit.chassis == part.path; });
  if (!known) add_supplies(*found->document, found->path, part, out);
  add_oem_power(*found->document, found->path, part, out);
}

}  // namespace joulemark::redfish
