// The table of METHOD S-1a: which sensor belongs to which row.
#include <array>

#include "core/names.h"
#include "measurement/cover.h"
#include "measurement/scope.h"

namespace joulemark {
namespace {

constexpr std::string_view kNodeScope = "node";

constexpr NameTable<Basis, 10> kBasisNames{{
    {Basis::kOutlets, "outlets"},
    {Basis::kAcInput, "ac_input"},
    {Basis::kCray, "cray"},
    {Basis::kPlatform, "platform"},
    {Basis::kChassis, "chassis"},
    {Basis::kModule, "module"},
    {Basis::kBattery, "battery"},
    {Basis::kPsys, "psys"},
    {Basis::kBoardInput, "board_input"},
    {Basis::kComponents, "components"},
}};

bool feeds_a_whole_member(Component component) {
  switch (component) {
    case Component::kNode:
    case Component::kPsu:
    case Component::kInlet:
    case Component::kShelf:
    case Component::kChassis:
    case Component::kSwitch:
    case Component::kCdu:
      return true;
    default:
      return false;
  }
}

std::optional<Basis> basis_at_ac_input(const CoverCandidate& c) {
  if (c.component == Component::kOutlet) return Basis::kOutlets;
  if (feeds_a_whole_member(c.component) && contains(kNodeScope, c.scope)) return Basis::kAcInput;
  return std::nullopt;
}

// Rows 3 to 5, 7 and 8: one figure for the whole node. Their labels are alike, so the kind of
// meter decides.
std::optional<Basis> basis_of_whole_node(const CoverCandidate& c) {
  if (c.boundary != Boundary::kDcInput && c.boundary != Boundary::kUnknown) return std::nullopt;
  if (c.source == "cray") return Basis::kCray;
  if (c.driver == "ibmpowernv") return Basis::kPlatform;
  if (c.source == "battery") return Basis::kBattery;
  if (c.source == "rapl") return Basis::kPsys;
  return Basis::kChassis;
}

std::optional<Basis> basis_of_part(const CoverCandidate& c) {
  switch (c.component) {
    case Component::kModule:
      return Basis::kModule;
    case Component::kCpu:
    case Component::kMemory:
    case Component::kGpu:
      return Basis::kComponents;
    default:
      return std::nullopt;
  }
}

bool is_node(const CoverCandidate& c) {
  return c.component == Component::kNode || c.component == Component::kChassis;
}

}  // namespace

std::string_view to_string(Basis basis) { return name_of(kBasisNames, basis); }
std::optional<Basis> parse_basis(std::string_view name) { return value_of(kBasisNames, name); }

std::optional<Basis> basis_of(const CoverCandidate& c) {
  if (c.boundary == Boundary::kAcInput) return basis_at_ac_input(c);
  if (!contains(kNodeScope, c.scope)) return std::nullopt;
  // Batteries and several psys zones have scopes of their own below the node.
  const bool whole = c.scope == kNodeScope || c.source == "battery" || c.source == "rapl";
  if (is_node(c)) return whole ? basis_of_whole_node(c) : std::nullopt;
  if (c.component == Component::kModule && c.boundary == Boundary::kDcInput)
    return Basis::kBoardInput;
  return c.boundary == Boundary::kComponent ? basis_of_part(c) : std::nullopt;
}

Supply supply_of(const CoverCandidate& c) {
  if (c.supply != Supply::kUnknown || c.boundary == Boundary::kUnknown) return c.supply;
  return c.boundary == Boundary::kAcInput ? Supply::kAc : Supply::kDc;
}

bool complete_basis(Basis basis, bool has_battery) {
  switch (basis) {
    case Basis::kModule:
    case Basis::kComponents:
      return false;
    case Basis::kPsys:
      return has_battery;
    default:
      return true;
  }
}

}  // namespace joulemark
