// Which sensors make up the node without counting anything twice: METHOD S-1a to S-1c, one ranked
// table.
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/sensor.h"

namespace joulemark {

// Smaller is further upstream (S-1a).
enum class Basis {
  kOutlets = 1,
  kAcInput,
  kCray,
  kPlatform,
  kChassis,
  kModule,
  kBattery,
  kPsys,
  kBoardInput,
  kComponents,
};

std::string_view to_string(Basis);  // "outlets", "ac_input", ...
std::optional<Basis> parse_basis(std::string_view);

// What the rule needs to know of one sensor of the node.
struct CoverCandidate {
  std::string source, id, scope, driver;
  Component component = Component::kOther;
  Boundary boundary = Boundary::kUnknown;
  Supply supply = Supply::kUnknown;
  QuantityKind quantity = QuantityKind::kPower;
  bool alive = false;          // S-1a
  bool refused = false;        // its series was refused, or it is not real power
  bool meets_sampling = true;  // F-1; scopes that meet it come first (S-1b)
  // Recent mean, for the sanity of psys: without it psys is not counted beside packages.
  std::optional<Watts> power;
};

enum class MemberRole {
  kCounted,
  kDual,       // the same scope through another sensor: cross-check, never added
  kContained,  // part of a counted scope
  kContains,   // contains counted scopes but is not the basis (lower rank)
  kDead,       // not alive
  kRefused,
  kUnranked,  // no row of S-1a: exported, never summed
  kUnusable,  // its basis breaks its own condition: several psys zones, psys below its parts,
              // a battery that is not discharging, members of different supply
};
std::string_view to_string(MemberRole);

struct Cover {
  Basis basis = Basis::kComponents;
  bool complete = false;
  Supply supply = Supply::kUnknown;
  std::vector<std::size_t> members;  // indices into the candidates, in order of scope
};

struct CoverChoice {
  std::optional<Cover> counted;   // empty: no alive sensor with a basis
  std::vector<Cover> others;      // every other complete cover (S-1c)
  std::vector<MemberRole> roles;  // one per candidate
};

// Row of S-1a, from labels wherever a label can tell. Rails are counted only under the name of the
// component they feed: one labelled "rail" may lie inside another, so it has no basis.
std::optional<Basis> basis_of(const CoverCandidate& candidate);
// A boundary other than `unknown` names its supply (S-1a), where the sensor does not state one.
Supply supply_of(const CoverCandidate& candidate);
// Column "complete" of S-1a.
bool complete_basis(Basis basis, bool has_battery);

// has_battery: a laptop, where psys is complete (S-1a rank 8). The result does not depend on the
// order of the candidates. Complete covers come first, then those that meet F-1, then the better
// rank; a sum over outlets or inputs of which one is dead is not complete and comes last.
CoverChoice choose_cover(const std::vector<CoverCandidate>& candidates, bool has_battery = false);

}  // namespace joulemark
