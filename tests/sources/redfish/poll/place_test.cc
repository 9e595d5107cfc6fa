// Where measured values belong.
#include "sources/redfish/poll/place.h"

#include <gtest/gtest.h>

#include "tests/sources/redfish/tree.h"

namespace joulemark::redfish {
namespace {

std::string link(const std::string& path) { return R"({"@odata.id": "/redfish/v1)" + path + "\"}"; }

std::string chassis(const std::string& id, const std::string& more) {
  return R"({"Id": ")" + id + R"(", "ChassisType": "RackMount", "Power": )" +
         link("/Chassis/" + id + "/Power") + more + "}";
}

class RedfishPlaces : public ::testing::Test {
 protected:
  void chassis_with_power(const std::string& id, const std::string& more = "") {
    members += (members.empty() ? "" : ", ") + link("/Chassis/" + id);
    bodies["/Chassis/" + id] = chassis(id, more);
    bodies["/Chassis/" + id + "/Power"] =
        R"({"PowerControl": [{"MemberId": "0", "PowerConsumedWatts": 400}]})";
  }
  // Scope of the node power of each chassis; "-": it has no place.
  std::map<std::string, std::string> scopes() {
    bodies[""] = R"({"Chassis": )" + link("/Chassis") + "}";
    bodies["/Chassis"] = R"({"Members": [)" + members + "]}";
    Tree tree = Tree::of(bodies);
    const Places places(tree.inventory, tree.power, target, "n1");
    ambiguous = places.ambiguous();
    std::map<std::string, std::string> out;
    for (const std::size_t i : tree.kept) {
      const Measured& one = tree.inventory.measured[i];
      if (one.about != About::kChassis) continue;
      const auto sensor = places.of(one);
      out[one.owner.substr(one.owner.rfind('/') + 1)] = sensor ? sensor->scope : "-";
    }
    return out;
  }
  using Scopes = std::map<std::string, std::string>;
  std::map<std::string, std::string> bodies;
  std::string members;
  Target target;
  bool ambiguous = false;
};

TEST_F(RedfishPlaces, OneChassisIsTheNode) {
  chassis_with_power("1");
  EXPECT_EQ(scopes(), (Scopes{{"1", "node"}}));
}

TEST_F(RedfishPlaces, TheChassisWithTheComputerIsTheNodeBesideItsStorage) {
  chassis_with_power("Disks");
  chassis_with_power("Self", R"(, "Links": {"ComputerSystems": [)" + link("/Systems/1") + "]}");
  EXPECT_EQ(scopes(), (Scopes{{"Self", "node"}, {"Disks", "chassis:disks"}}));
  EXPECT_FALSE(ambiguous);
}

TEST_F(RedfishPlaces, TheOuterOfTwoIsTheNodeAndTheInnerIsNotAddedToIt) {
  chassis_with_power("Outer");
  chassis_with_power("Inner", R"(, "Links": {"ContainedBy": )" + link("/Chassis/Outer") + "}");
  EXPECT_EQ(scopes(), (Scopes{{"Outer", "node"}, {"Inner", "-"}}));
}

TEST_F(RedfishPlaces, TwoThatCouldBothBeItAreNeither) {
  chassis_with_power("A");
  chassis_with_power("B");
  EXPECT_EQ(scopes(), (Scopes{{"A", "chassis:a"}, {"B", "chassis:b"}}));
  EXPECT_TRUE(ambiguous) << "half a machine must not be taken for a node";
}

TEST_F(RedfishPlaces, AChassisThatComputersShareIsNoNode) {
  chassis_with_power("Quad", R"(, "Links": {"ComputerSystems": [)" + link("/Systems/1") + ", " +
                                 link("/Systems/2") + "]}");
  EXPECT_EQ(scopes(), (Scopes{{"Quad", "chassis:quad"}}));
}

}  // namespace
}  // namespace joulemark::redfish
