#include "tests/measurement/candidates.h"

#include <utility>

namespace joulemark {
namespace {

CoverCandidate sensor(std::string source, std::string id, std::string scope, Component component,
                      Boundary boundary, Supply supply,
                      QuantityKind quantity = QuantityKind::kPower) {
  CoverCandidate c;
  c.source = std::move(source);
  c.id = std::move(id);
  c.scope = std::move(scope);
  c.component = component;
  c.boundary = boundary;
  c.supply = supply;
  c.quantity = quantity;
  c.alive = true;
  return c;
}

CoverCandidate zone(const std::string& id, const std::string& scope, Component component) {
  return sensor("rapl", id, scope, component, Boundary::kComponent, Supply::kDc,
                QuantityKind::kEnergy);
}

}  // namespace

CoverCandidate outlet(const std::string& id) {
  return sensor("snmp", id, "pdu:r5a/outlet:" + id, Component::kOutlet, Boundary::kAcInput,
                Supply::kAc, QuantityKind::kEnergy);
}
CoverCandidate psu_input(int number) {
  const std::string n = std::to_string(number);
  return sensor("redfish", "psu" + n, "node/psu:" + n + "/in", Component::kPsu, Boundary::kAcInput,
                Supply::kAc);
}
CoverCandidate node_ac(const std::string& source, const std::string& id) {
  return sensor(source, id, "node", Component::kNode, Boundary::kAcInput, Supply::kAc);
}
CoverCandidate cray_node() {
  return sensor("cray", "energy", "node", Component::kNode, Boundary::kDcInput, Supply::kDc,
                QuantityKind::kEnergy);
}
CoverCandidate power9_system() {
  CoverCandidate c = sensor("hwmon", "System", "node", Component::kNode, Boundary::kUnknown,
                            Supply::kUnknown, QuantityKind::kEnergy);
  c.driver = "ibmpowernv";
  return c;
}
CoverCandidate acpi_meter() {
  CoverCandidate c = sensor("hwmon", "power_meter", "node", Component::kNode, Boundary::kUnknown,
                            Supply::kUnknown);
  c.driver = "power_meter";
  return c;
}
CoverCandidate hot_swap() {
  return sensor("hwmon", "lm25066", "node", Component::kNode, Boundary::kDcInput, Supply::kDc);
}
CoverCandidate module(int number) {
  const std::string n = std::to_string(number);
  return sensor("hwmon", "module" + n, "node/module:" + n, Component::kModule, Boundary::kComponent,
                Supply::kDc);
}
CoverCandidate battery(int number) {
  const std::string n = std::to_string(number);
  return sensor("battery", "BAT" + n, "node/battery:" + n, Component::kNode, Boundary::kDcInput,
                Supply::kDc);
}
CoverCandidate psys(double watts) {
  CoverCandidate c = sensor("rapl", "psys", "node", Component::kNode, Boundary::kUnknown,
                            Supply::kUnknown, QuantityKind::kEnergy);
  c.power = Watts(watts);
  return c;
}
CoverCandidate board_input() {
  return sensor("hwmon", "VDD_IN", "node/module:0", Component::kModule, Boundary::kDcInput,
                Supply::kDc);
}
CoverCandidate package(int number, double watts) {
  const std::string n = std::to_string(number);
  CoverCandidate c = zone("package-" + n, "node/cpu:" + n, Component::kCpu);
  c.power = Watts(watts);
  return c;
}
CoverCandidate core(int number) {
  const std::string n = std::to_string(number);
  return zone("package-" + n + "/core", "node/cpu:" + n + "/core", Component::kCpu);
}
CoverCandidate dram(int number, double watts) {
  const std::string n = std::to_string(number);
  CoverCandidate c = zone("package-" + n + "/dram", "node/dram:" + n, Component::kMemory);
  c.power = Watts(watts);
  return c;
}
CoverCandidate gpu(const std::string& scope) {
  return sensor("nvml", scope, scope, Component::kGpu, Boundary::kComponent, Supply::kDc,
                QuantityKind::kEnergy);
}
CoverCandidate rail(const std::string& scope, Boundary boundary) {
  return sensor("hwmon", scope, scope, Component::kRail, boundary, Supply::kDc);
}

CoverCandidate dead(CoverCandidate candidate) {
  candidate.alive = false;
  return candidate;
}

}  // namespace joulemark
