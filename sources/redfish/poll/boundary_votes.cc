#include "sources/redfish/poll/boundary_votes.h"

namespace joulemark::redfish {

void BoundaryVotes::add(const std::vector<ChassisPower>& power) {
  for (const ChassisPower& one : power) {
    Votes& votes = chassis_[one.chassis];
    ++votes.counts[{one.boundary, one.supply}];
    ++votes.rounds;
  }
}

void BoundaryVotes::decide(std::vector<ChassisPower>& power) const {
  for (ChassisPower& one : power) {
    const auto votes = chassis_.find(one.chassis);
    if (votes == chassis_.end()) continue;
    one.boundary = Boundary::kUnknown;
    for (const auto& [said, count] : votes->second.counts) {
      if (5 * count < 4 * votes->second.rounds) continue;
      one.boundary = said.first;
      one.supply = said.second;
    }
  }
}

void refresh(Inventory& inventory, const std::map<std::size_t, Number>& latest) {
  for (const auto& [index, number] : latest) {
    Measured& one = inventory.measured[index];
    one.reading = number;
    for (PowerSupplyUnit& unit : inventory.supplies) {
      if (unit.path != one.owner || one.quantity != QuantityKind::kPower) continue;
      if (one.about == About::kSupplyInput) unit.input_watts = one.si();
      if (one.about == About::kSupplyOutput) unit.output_watts = one.si();
    }
  }
}

}  // namespace joulemark::redfish
