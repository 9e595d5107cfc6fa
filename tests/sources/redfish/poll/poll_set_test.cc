#include "sources/redfish/poll/poll_set.h"

#include <gtest/gtest.h>

namespace joulemark::redfish {
namespace {

Measured at(const std::string& path, const std::string& pointer = "/PowerWatts/Reading",
            const std::string& source = "") {
  Measured one;
  one.path = path;
  one.pointer = pointer;
  one.data_source = source;
  return one;
}

std::vector<std::string> paths(const PollSet& set) {
  std::vector<std::string> out;
  for (const PollUrl& url : set.urls) out.push_back(url.path + (url.expand ? " *" : ""));
  return out;
}

Found found(const std::string& body, const Spot& spot) {
  return *found_at(*parse_document(body), spot);
}

const std::vector<Measured> kOutlets{at("/p/Outlets/1"), at("/p/Outlets/2"),
                                     at("/p/Outlets/2", "/EnergykWh/Reading")};
using Texts = std::vector<std::string>;

TEST(RedfishPollSet, ReadsTheCollectionOfSeveralMembersWhereItCanBeExpanded) {
  EXPECT_EQ(paths(poll_set_of({}, kOutlets, true)), Texts{"/p/Outlets *"});
  EXPECT_EQ(paths(poll_set_of({}, kOutlets, false)), (Texts{"/p/Outlets/1", "/p/Outlets/2"}));
  EXPECT_EQ(paths(poll_set_of({}, {kOutlets[0]}, true)), Texts{"/p/Outlets/1"});
}

TEST(RedfishPollSet, FindsAMemberByItsName) {
  const auto set = poll_set_of({}, kOutlets, true);
  const char* body = R"({"Members": [{"@odata.id": "/p/Outlets/2", "PowerWatts": {"Reading": 7}},
                                     {"@odata.id": "/p/Outlets/1", "PowerWatts": {"Reading": 5}}]})";
  EXPECT_EQ(found(body, set.spots[0]).number->value, 5.0);
  EXPECT_EQ(found(body, set.spots[1]).number->value, 7.0);
  EXPECT_FALSE(found(body, set.spots[2]).number);
}

TEST(RedfishPollSet, AnExpansionThatBroughtLinksIsNoReading) {
  const auto set = poll_set_of({}, kOutlets, true);
  const auto document = parse_document(R"({"Members": [{"@odata.id": "/p/Outlets/1"}]})");
  EXPECT_EQ(found_at(*document, set.spots[0]).error().code, ErrorCode::kNotPresent);
  EXPECT_EQ(found_at(*document, set.spots[1]).error().code, ErrorCode::kNotPresent);
}

class Report : public ::testing::Test {
 protected:
  Report() {
    inventory.reported = {{"/r", "/MetricValues/0/MetricValue", "/s/1", 1e-3, "/s/1#/Reading"},
                          {"/r", "/MetricValues/1/MetricValue", "/s/2", 1e-3, "/s/2#/Reading"}};
    set = poll_set_of(inventory, {at("/s/1", "/Reading", "/s/1"), at("/s/2", "/Reading", "/s/2")},
                      false);
  }
  static std::string body(const std::string& property, const std::string& more = "") {
    return R"({"MetricValues": [{"MetricValue": "412000", "MetricProperty": ")" + property + "\"" +
           more + "}]}";
  }
  Inventory inventory;
  PollSet set;
};

TEST_F(Report, IsReadWhereItHasSeveralValues) {
  EXPECT_EQ(paths(set), Texts{"/r"});
  EXPECT_EQ(set.spots[0].scale, 1e-3);
  EXPECT_EQ(found(body("/s/1#/Reading"), set.spots[0]).number->value, 412000.0);
  EXPECT_EQ(paths(poll_set_of(inventory, {at("/s/1", "/Reading", "/s/1")}, false)), Texts{"/s/1"});
}

TEST_F(Report, AnIndexThatCameToMeanAnotherPropertyIsNoReading) {
  EXPECT_FALSE(found(body("/s/9#/Reading"), set.spots[0]).number);
}

TEST_F(Report, AStaleValueIsNoReading) {
  const std::string stale = R"(, "Oem": {"Nvidia": {"MetricValueStale": true}})";
  EXPECT_FALSE(found(body("/s/1#/Reading", stale), set.spots[0]).number);
}

TEST(RedfishPollSet, TheEpochOfALifetimeReadingIsItsOwn) {
  const auto set = poll_set_of({}, {at("/e", "/E/Reading"), at("/e", "/E/LifetimeReading")}, false);
  const char* body = R"({"E": {"Reading": 1, "LifetimeReading": 2, "SensorResetTime": "A",
                               "LifetimeStartDateTime": "B", "ReadingTime": "C"}})";
  EXPECT_EQ(found(body, set.spots[0]).epoch, "A");
  EXPECT_EQ(found(body, set.spots[1]).epoch, "B");
  EXPECT_EQ(found(body, set.spots[1]).reading_time, "C");
}

TEST(RedfishPollSet, AnotherShapeThanBeforeIsNoReading) {
  const auto set = poll_set_of({}, {at("/e", "/A/0/Reading")}, false);
  for (const char* body : {R"({})", R"({"A": 3})", R"({"A": []})", R"({"A": {"0": 1}})",
                           R"({"A": [{"Reading": null}]})", R"({"A": [{"Reading": {}}]})"})
    EXPECT_FALSE(found(body, set.spots[0]).number) << body;
}

}  // namespace
}  // namespace joulemark::redfish
