#include "sources/redfish/service/link.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace joulemark::redfish {
namespace {

using Kind = Link::Kind;

TEST(RedfishLink, LosesItsFragmentAndItsLastSlash) {
  for (const char* text :
       {"/redfish/v1/Chassis/1/Power", "/redfish/v1/Chassis/1/Power/",
        "/redfish/v1/Chassis/1/Power#/PowerControl/0", "/redfish/v1/Chassis/1/Power#PowerControl/0",
        "/redfish/v1/Chassis/1/Power/#PowerControl/0"}) {
    const Link link = parse_link(text);
    EXPECT_EQ(link.kind, Kind::kLocal) << text;
    EXPECT_EQ(link.path, "/redfish/v1/Chassis/1/Power") << text;
  }
}

TEST(RedfishLink, KeepsTheQueryOfANextPage) {
  EXPECT_EQ(parse_link("/redfish/v1/Chassis?$skip=50").path, "/redfish/v1/Chassis?$skip=50");
}

TEST(RedfishLink, ToAnotherHostOrSchemeIsForeign) {
  for (const char* text : {"https://other.example/redfish/v1/Chassis/1", "//other/redfish/v1",
                           "file:///etc/passwd", "http://[::1]/redfish/v1/"})
    EXPECT_EQ(parse_link(text).kind, Kind::kForeign) << text;
  // A colon and slashes in a query are no scheme.
  EXPECT_EQ(parse_link("/redfish/v1/Chassis?next=http://x").kind, Kind::kLocal);
}

TEST(RedfishLink, ThatClimbsOrHidesIsMalformed) {
  for (const char* text :
       {"", "/", "/etc/passwd", "redfish/v1", "/redfish/v1/../../etc/passwd", "/redfish/v1/..",
        "/redfish//v1", "/redfish/v1/%2e%2e/x", "/redfish/v1/a%2Fb", "/redfish/v1/a b",
        "/redfish/v1/a\r\nHost: x", "/redfish/v1\\..\\x", "href/redfish/v1"})
    EXPECT_EQ(parse_link(text).kind, Kind::kMalformed) << text;
  EXPECT_EQ(parse_link("/redfish/" + std::string(2000, 'a')).kind, Kind::kMalformed);
}

}  // namespace
}  // namespace joulemark::redfish
