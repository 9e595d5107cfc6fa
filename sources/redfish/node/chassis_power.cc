#include <algorithm>
#include <cmath>

#include "sources/redfish/node/boundary.h"
#include "sources/redfish/node/conclusion.h"

namespace joulemark::redfish {
namespace {

using Indices = std::vector<std::size_t>;

bool is_power(const Measured& one) {
  return one.quantity == QuantityKind::kPower && one.power_kind == PowerKind::kReal &&
         one.reading && !is_sentinel(one.si());
}

// The order of preference among values for all of a chassis.
int rank(const Measured& one) {
  switch (one.seen) {
    case Seen::kEnvironmentMetrics:
      return 0;
    case Seen::kPowerControl:
      return 1;
    case Seen::kSensor:
      return 2;
    default:
      return 3;
  }
}

std::string chassis_of(const Inventory& inventory, const Measured& one) {
  for (const PowerSupplyUnit& unit : inventory.supplies)
    if (unit.path == one.owner) return unit.chassis;
  return one.owner;
}

bool is_shared(const ChassisPart& part) {
  for (const char* type : {"Enclosure", "Shelf", "Rack", "RackGroup", "Pod", "Row", "Sidecar"})
    if (part.type == type) return true;
  return part.systems > 1;
}

class OneChassis {
 public:
  OneChassis(Inventory& inventory, const Indices& kept, const ChassisPart& part)
      : inventory_(inventory), part_(part), sums_(sums_of(inventory, part.path)) {
    for (const std::size_t i : kept) {
      const Measured& one = inventory.measured[i];
      if (!is_power(one) || chassis_of(inventory, one) != part.path) continue;
      if (one.about == About::kChassis) totals_.push_back(i);
      if (one.about == About::kSupplyInput) inputs_.push_back(i);
      if (one.about == About::kSupplyOutput) outputs_.push_back(i);
    }
    std::stable_sort(totals_.begin(), totals_.end(), [&](std::size_t a, std::size_t b) {
      return rank(inventory.measured[a]) < rank(inventory.measured[b]);
    });
  }

  std::optional<ChassisPower> power() {
    compare_totals();
    if (!totals_.empty()) return of_total(totals_.front());
    if (complete(inputs_)) return of_supplies(inputs_, "sum of the inputs");
    if (complete(outputs_)) return of_supplies(outputs_, "sum of the outputs");
    return std::nullopt;
  }

 private:
  // A sum over some of the supplies is no figure.
  [[nodiscard]] bool complete(const Indices& supplies) const {
    return !supplies.empty() && supplies.size() >= sums_.count;
  }

  [[nodiscard]] ChassisPower start(Indices parts) const {
    ChassisPower out;
    out.chassis = part_.path;
    out.id = part_.id;
    out.shared = is_shared(part_);
    for (const std::size_t i : parts) out.watts += inventory_.measured[i].si();
    out.parts = std::move(parts);
    return out;
  }

  [[nodiscard]] ChassisPower of_total(std::size_t i) const {
    const Measured& one = inventory_.measured[i];
    ChassisPower out = start({i});
    out.boundary = one.boundary;
    out.supply = one.supply;
    out.evidence = one.evidence;
    if (one.boundary != Boundary::kUnknown) return out;
    const BoundaryGuess guess = guess_boundary(out.watts, sums_);
    out.boundary = guess.boundary;
    out.supply = guess.supply;
    out.evidence = guess.evidence;
    return out;
  }

  [[nodiscard]] ChassisPower of_supplies(const Indices& parts, const char* how) const {
    ChassisPower out = start(parts);
    const Measured& first = inventory_.measured[parts.front()];
    const bool alike = std::all_of(parts.begin(), parts.end(), [&](std::size_t i) {
      return inventory_.measured[i].boundary == first.boundary;
    });
    if (alike) out.boundary = first.boundary;
    if (alike) out.supply = first.supply;
    out.evidence = how + (" of " + std::to_string(parts.size())) + " power supplies";
    return out;
  }

  // Values read a moment apart may differ; by a tenth they measure different things.
  void compare_totals() {
    for (std::size_t k = 1; k < totals_.size(); ++k) {
      const double first = inventory_.measured[totals_[0]].si();
      const Measured& other = inventory_.measured[totals_[k]];
      if (std::abs(other.si() - first) <= std::max(0.1 * first, 10.0)) continue;
      inventory_.remarks.push_back({other.path, "INCONSISTENT",
                                    other.name + " shows " + other.reading->token + ", " +
                                        inventory_.measured[totals_[0]].name + " " +
                                        inventory_.measured[totals_[0]].reading->token});
    }
  }

  Inventory& inventory_;
  const ChassisPart part_;
  SupplySums sums_;
  Indices totals_, inputs_, outputs_;
};

}  // namespace

std::vector<ChassisPower> chassis_power(Inventory& inventory, const Indices& kept) {
  std::vector<ChassisPower> out;
  const auto parts = inventory.chassis;
  for (const ChassisPart& part : parts)
    if (part.equipment)
      continue;
    else if (auto power = OneChassis(inventory, kept, part).power())
      out.push_back(std::move(*power));
  return out;
}

void apply_boundaries(Inventory& inventory, const std::vector<ChassisPower>& power) {
  for (const ChassisPower& known : power) {
    if (known.boundary == Boundary::kUnknown || known.parts.size() != 1) continue;
    const Seen seen = inventory.measured[known.parts.front()].seen;
    for (Measured& one : inventory.measured) {
      if (one.owner != known.chassis || one.about != About::kChassis || one.seen != seen ||
          one.boundary != Boundary::kUnknown)
        continue;
      one.boundary = known.boundary;
      one.supply = known.supply;
      one.evidence = known.evidence;
    }
  }
}

}  // namespace joulemark::redfish
