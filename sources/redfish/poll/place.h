// Where a measured value belongs: its scope (METHOD S-1), component, boundary and row of METHOD's
// table of default limits.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sources/redfish/node/conclusion.h"
#include "sources/redfish/target.h"

namespace joulemark::redfish {

class Places {
 public:
  // node: the name of the machine that the target measures.
  Places(const Inventory& inventory, const std::vector<ChassisPower>& power, const Target& target,
         std::string node);

  // Scope, component, boundary, supply, source class, rating and power supplies of a sensor.
  // Empty: the value has no place of its own, or is the part of a PDU that nobody counts.
  [[nodiscard]] std::optional<Sensor> of(const Measured& one) const;
  // Several chassis could be the node, so that none is.
  [[nodiscard]] bool ambiguous() const { return ambiguous_; }

 private:
  [[nodiscard]] std::optional<std::string> chassis_scope(const std::string& path) const;
  [[nodiscard]] std::string inside(const std::string& path) const;
  void find_node(const std::vector<ChassisPower>& power);
  [[nodiscard]] const ChassisPart* part(const std::string& path) const;
  [[nodiscard]] bool is_above(const std::string& outer, std::string inner) const;
  [[nodiscard]] std::optional<Sensor> of_chassis(const Measured& one) const;
  [[nodiscard]] std::optional<Sensor> of_supply(const Measured& one) const;
  [[nodiscard]] std::optional<Sensor> of_part(const Measured& one) const;
  [[nodiscard]] std::optional<Sensor> of_equipment(const Measured& one) const;
  [[nodiscard]] std::string equipment_name(const std::string& owner) const;

  const Inventory& inventory_;
  const Target& target_;
  std::string node_;
  std::string node_chassis_;            // path; empty: none
  std::map<std::string, bool> shared_;  // chassis path -> several computers draw from it
  std::vector<std::string> equipment_;  // paths of PDUs and shelves
  bool ambiguous_ = false;
};

}  // namespace joulemark::redfish
