// The boundary of totals over the rounds of a probe: one round may be read while the load moves
// between two resources, so that only what most of them say counts.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sources/redfish/node/conclusion.h"

namespace joulemark::redfish {

class BoundaryVotes {
 public:
  void add(const std::vector<ChassisPower>& power);
  // Boundary and supply that at least 80 % of the rounds agree on; unknown else.
  void decide(std::vector<ChassisPower>& power) const;

 private:
  struct Votes {
    std::map<std::pair<Boundary, Supply>, int> counts;
    int rounds = 0;
  };
  std::map<std::string, Votes> chassis_;
};

// Puts numbers that were read since into the inventory, and into its power supplies.
void refresh(Inventory& inventory, const std::map<std::size_t, Number>& latest);

}  // namespace joulemark::redfish
