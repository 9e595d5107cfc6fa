#include "sources/redfish/poll/place.h"

#include <algorithm>
#include <set>

#include "core/scope_segment.h"

namespace joulemark::redfish {
namespace {

constexpr const char* kBmcInput = "PSU or BMC input power, PSU above 20 % load";
constexpr const char* kBmcOutput = "BMC DC output (READ_POUT)";
constexpr const char* kPdu = "PDU, unknown, real power";
constexpr const char* kShelf = "power shelf or PMC, input";

std::string last_segment(const std::string& path) {
  return scope_segment(path.substr(path.rfind('/') + 1));
}

bool is_shelf(const std::string& path) { return path.find("/PowerShelves/") != path.npos; }

void take_boundary(const Measured& one, Sensor& sensor) {
  sensor.boundary = one.boundary;
  sensor.supply = one.supply;
}

}  // namespace

Places::Places(const Inventory& inventory, const std::vector<ChassisPower>& power,
               const Target& target, std::string node)
    : inventory_(inventory), target_(target), node_(std::move(node)) {
  for (const ChassisPower& one : power) shared_[one.chassis] = one.shared;
  std::set<std::string> equipment;
  for (const Measured& one : inventory.measured)
    if (is_equipment(one.about)) equipment.insert(one.owner);
  equipment_.assign(equipment.begin(), equipment.end());
  find_node(power);
}

const ChassisPart* Places::part(const std::string& path) const {
  for (const ChassisPart& one : inventory_.chassis)
    if (one.path == path) return &one;
  return nullptr;
}

bool Places::is_above(const std::string& outer, std::string inner) const {
  for (int i = 0; i < 16; ++i) {
    const ChassisPart* const one = part(inner);
    if (one == nullptr || one->contained_by.empty()) return false;
    if (one->contained_by == outer) return true;
    inner = one->contained_by;
  }
  return false;
}

// The chassis that holds a computer, else any; of several the one that contains all others.
void Places::find_node(const std::vector<ChassisPower>& power) {
  std::vector<std::string> with, all;
  for (const ChassisPower& one : power) {
    if (one.shared) continue;
    all.push_back(one.chassis);
    const ChassisPart* const chassis = part(one.chassis);
    if (chassis != nullptr && chassis->systems > 0) with.push_back(one.chassis);
  }
  const auto& candidates = with.empty() ? all : with;
  for (const std::string& one : candidates) {
    const bool contains_others =
        std::all_of(candidates.begin(), candidates.end(),
                    [&](const std::string& other) { return other == one || is_above(one, other); });
    if (contains_others) node_chassis_ = one;
  }
  ambiguous_ = !candidates.empty() && node_chassis_.empty();
}

// Empty: a chassis inside the node, of which no rule says what it is.
std::optional<std::string> Places::chassis_scope(const std::string& path) const {
  if (path == node_chassis_) return "node";
  if (!node_chassis_.empty() && is_above(node_chassis_, path)) return std::nullopt;
  const ChassisPart* const chassis = part(path);
  return "chassis:" + scope_segment(chassis != nullptr ? chassis->id : path);
}

// "node", or "node/module:0" for what sits on a module.
std::string Places::inside(const std::string& path) const {
  const ChassisPart* const own = part(path);
  if (own == nullptr || own->contained_by.empty()) return "node";
  const ChassisPart* const outer = part(own->contained_by);
  const bool module = outer != nullptr && outer->type == "Module";
  return module ? "node/module:" + scope_segment(outer->id) : "node";
}

std::optional<Sensor> Places::of_chassis(const Measured& one) const {
  const ChassisPart* const chassis = part(one.owner);
  if (chassis != nullptr && chassis->equipment) return std::nullopt;
  auto scope = chassis_scope(one.owner);
  if (!scope) return std::nullopt;
  Sensor out;
  out.scope = std::move(*scope);
  out.component = out.scope == "node" ? Component::kNode : Component::kChassis;
  take_boundary(one, out);
  out.source_class = one.boundary == Boundary::kPsuOutput ? kBmcOutput : kBmcInput;
  double rating = 0.0;
  std::uint64_t supplies = 0;
  bool all_rated = true;
  for (const PowerSupplyUnit& unit : inventory_.supplies) {
    if (unit.chassis != one.owner || unit.absent) continue;
    ++supplies;
    all_rated = all_rated && unit.capacity_watts.has_value();
    rating += unit.capacity_watts.value_or(0.0);
  }
  out.power_supplies = std::max<std::uint64_t>(1, supplies);
  if (supplies > 0 && all_rated && rating > 0.0) out.metrology.rating = Watts(rating);
  return out;
}

std::optional<Sensor> Places::of_supply(const Measured& one) const {
  for (const PowerSupplyUnit& unit : inventory_.supplies) {
    if (unit.path != one.owner) continue;
    const auto scope = chassis_scope(unit.chassis);
    if (!scope) return std::nullopt;
    Sensor out;
    const bool input = one.about == About::kSupplyInput;
    out.scope = *scope + "/psu:" + last_segment(unit.path) + (input ? "/in" : "/out");
    out.component = Component::kPsu;
    take_boundary(one, out);
    out.serial = unit.serial;
    out.source_class = input ? kBmcInput : kBmcOutput;
    if (unit.capacity_watts && *unit.capacity_watts > 0)
      out.metrology.rating = Watts(*unit.capacity_watts);
    return out;
  }
  return std::nullopt;
}

std::optional<Sensor> Places::of_part(const Measured& one) const {
  Sensor out;
  out.boundary = Boundary::kComponent;
  out.supply = Supply::kDc;
  const std::string name = last_segment(one.owner);
  const std::string outer = inside(one.owner);
  switch (one.about) {
    case About::kCpu:
      out.component = Component::kCpu;
      out.scope = outer + "/cpu:" + name;
      break;
    case About::kMemory:
      out.component = Component::kMemory;
      out.scope = outer + "/dram:" + name;
      break;
    case About::kGpu:
      out.component = Component::kGpu;
      out.scope = outer + "/gpu:" + name;
      break;
    default:
      out.component = Component::kModule;
      out.scope = outer + "/module:" + name;
  }
  return out;
}

std::string Places::equipment_name(const std::string& owner) const {
  const std::string node = scope_segment(node_);
  return equipment_.size() == 1 ? node : node + "." + last_segment(owner);
}

std::optional<Sensor> Places::of_equipment(const Measured& one) const {
  const std::string name = equipment_name(one.owner);
  const bool shelf = is_shelf(one.owner);
  const std::string rack = target_.rack.empty() ? "" : "rack:" + scope_segment(target_.rack) + "/";
  Sensor out;
  out.scope = shelf ? rack + "shelf:" + name : "pdu:" + name;
  take_boundary(one, out);
  out.source_class = shelf ? kShelf : kPdu;
  if (one.about == About::kOutlet) {
    out.component = Component::kOutlet;
    out.scope += "/outlet:" + last_segment(one.path);
  } else {
    out.component = shelf ? Component::kShelf : Component::kInlet;
    out.scope += shelf ? "/in" : "/inlet";
    if (one.about == About::kMains) out.scope += ":" + last_segment(one.path);
  }
  return out;
}

std::optional<Sensor> Places::of(const Measured& one) const {
  switch (one.about) {
    case About::kChassis:
      return of_chassis(one);
    case About::kSupplyInput:
    case About::kSupplyOutput:
      return of_supply(one);
    case About::kCpu:
    case About::kMemory:
    case About::kGpu:
    case About::kModule:
      return of_part(one);
    case About::kDistribution:
    case About::kMains:
    case About::kOutlet:
      return of_equipment(one);
    default:
      return std::nullopt;
  }
}

}  // namespace joulemark::redfish
