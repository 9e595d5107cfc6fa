#include "sources/redfish/service/resources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace joulemark::redfish {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Document document(const char* body) { return parse_document(body).value(); }
Json link(const char* path) { return {{"@odata.id", path}}; }

std::vector<std::string> paths(const std::vector<Resources::Found>& found) {
  std::vector<std::string> out;
  out.reserve(found.size());
  for (const auto& one : found) out.push_back(one.path);
  return out;
}

TEST(RedfishResources, WhatIsNotHereIsWantedOnceAndWhatFailedIsNot) {
  Resources resources;
  EXPECT_FALSE(resources.at(link("/redfish/v1/Chassis/1/")));
  EXPECT_FALSE(resources.at(Json("/redfish/v1/Chassis/1")));  // a bare text is a link too
  ASSERT_THAT(resources.wanted(), SizeIs(1));
  EXPECT_EQ(resources.wanted()[0].path, "/redfish/v1/Chassis/1");
  resources.fail("/redfish/v1/Chassis/1", {ErrorCode::kNotPresent, "404"});
  resources.begin_walk();
  EXPECT_FALSE(resources.at(link("/redfish/v1/Chassis/1")));
  EXPECT_THAT(resources.wanted(), IsEmpty());
}

TEST(RedfishResources, MembersComeSortedOverAllPagesAndOnce) {
  Resources resources;
  resources.store("/redfish/v1/S",
                  document(R"({"Members": [{"@odata.id": "/redfish/v1/S/b"}, {"href": "x"}, {}],
      "Members@odata.nextLink": "/redfish/v1/S?$skip=1"})"));
  EXPECT_THAT(resources.members(link("/redfish/v1/S")), IsEmpty());
  resources.store("/redfish/v1/S?$skip=1",
                  document(R"({"Members": [{"@odata.id": "/redfish/v1/S/a"},
      {"@odata.id": "/redfish/v1/S/b/"}], "Members@odata.nextLink": "/redfish/v1/S"})"));
  for (const char* path : {"/redfish/v1/S/a", "/redfish/v1/S/b"})
    resources.store(path, document("{}"));
  EXPECT_THAT(paths(resources.members(link("/redfish/v1/S"))),
              ElementsAre("/redfish/v1/S/a", "/redfish/v1/S/b"));
}

TEST(RedfishResources, MembersThatCameInFullNeedNoRequest) {
  Resources resources;
  resources.store("/redfish/v1/S",
                  document(R"({"Members": [{"@odata.id": "/redfish/v1/S/a", "Reading": 1.50},
      {"@odata.id": "https://other/redfish/v1/S/b", "Reading": 2}]})"));
  const auto found = resources.members(link("/redfish/v1/S"));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].document->number(member(found[0].body(), "Reading"))->token, "1.50");
  EXPECT_THAT(resources.wanted(), IsEmpty());
  EXPECT_THAT(resources.foreign(), SizeIs(1));
}

TEST(RedfishResources, AreBounded) {
  Resources resources;
  for (std::size_t i = 0; i < Resources::kMostResources + 10; ++i)
    resources.at(Json("/redfish/v1/x/" + std::to_string(i)));
  EXPECT_THAT(resources.wanted(), SizeIs(Resources::kMostResources));
  EXPECT_TRUE(resources.full());
}

TEST(RedfishResources, CollectionsAreMarkedForThoseWhoCanExpandThem) {
  Resources resources;
  resources.members(link("/redfish/v1/S"));
  resources.at(link("/redfish/v1/T"));
  ASSERT_THAT(resources.wanted(), SizeIs(2));
  EXPECT_TRUE(resources.wanted()[0].collection);
  EXPECT_FALSE(resources.wanted()[1].collection);
}

}  // namespace
}  // namespace joulemark::redfish
