#include "core/sensor.h"

#include "core/names.h"

namespace joulemark {
namespace {

constexpr NameTable<Component, 16> kComponentNames{{
    {Component::kNode, "node"},
    {Component::kCpu, "cpu"},
    {Component::kMemory, "memory"},
    {Component::kGpu, "gpu"},
    {Component::kModule, "module"},
    {Component::kPsu, "psu"},
    {Component::kOutlet, "outlet"},
    {Component::kInlet, "inlet"},
    {Component::kShelf, "shelf"},
    {Component::kBusbar, "busbar"},
    {Component::kChassis, "chassis"},
    {Component::kRack, "rack"},
    {Component::kSwitch, "switch"},
    {Component::kCdu, "cdu"},
    {Component::kRail, "rail"},
    {Component::kOther, "other"},
}};

constexpr NameTable<Boundary, 5> kBoundaryNames{{
    {Boundary::kAcInput, "ac_input"},
    {Boundary::kDcInput, "dc_input"},
    {Boundary::kPsuOutput, "psu_output"},
    {Boundary::kComponent, "component"},
    {Boundary::kUnknown, "unknown"},
}};

constexpr NameTable<Supply, 3> kSupplyNames{{
    {Supply::kAc, "ac"},
    {Supply::kDc, "dc"},
    {Supply::kUnknown, "unknown"},
}};

constexpr NameTable<QuantityKind, 2> kQuantityKindNames{{
    {QuantityKind::kPower, "power"},
    {QuantityKind::kEnergy, "energy"},
}};

}  // namespace

std::string_view to_string(Component value) { return name_of(kComponentNames, value); }
std::string_view to_string(Boundary value) { return name_of(kBoundaryNames, value); }
std::string_view to_string(Supply value) { return name_of(kSupplyNames, value); }
std::string_view to_string(QuantityKind value) { return name_of(kQuantityKindNames, value); }

std::optional<Component> parse_component(std::string_view name) {
  return value_of(kComponentNames, name);
}
std::optional<Boundary> parse_boundary(std::string_view name) {
  return value_of(kBoundaryNames, name);
}
std::optional<Supply> parse_supply(std::string_view name) { return value_of(kSupplyNames, name); }
std::optional<QuantityKind> parse_quantity_kind(std::string_view name) {
  return value_of(kQuantityKindNames, name);
}

std::string default_accuracy_group(const Sensor& sensor) {
  std::string group = sensor.source;
  for (const std::string* part : {&sensor.vendor, &sensor.model, &sensor.firmware})
    if (!part->empty()) group += "/" + *part;
  return group;
}

}  // namespace joulemark
