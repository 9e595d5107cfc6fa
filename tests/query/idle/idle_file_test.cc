#include "query/idle/idle_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/query/canned.h"

namespace joulemark {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

IdleFile two_nodes() {
  IdleFile out;
  out.window = canned::window();
  out.duration = 600.0;
  out.server = "http://127.0.0.1:9090";
  out.power_state = "governor performance";
  out.notes = {"a note"};
  IdleNode good;
  good.node = "r1";
  good.watts = 250.5;
  good.u = 1.25;
  good.lowest = 240.0;
  good.basis = "ac_input";
  good.codes = {"ALLOCATION_TYPED"};
  good.series = {{{"replay", "psu", "node"}, "Acme PSU", "S7", 250.5, 1.25, 240.0, std::nullopt}};
  IdleNode bad;
  bad.node = "r2";
  bad.why = "was not idle: its power stepped";
  out.nodes = {good, bad};
  return out;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string error_of(const std::string& text) {
  const auto read = idle_from_json(text, "idle.json");
  EXPECT_FALSE(read);
  return read ? std::string() : read.error().message;
}

TEST(IdleFile, IsReadBackAsItWasWritten) {
  const IdleFile written = two_nodes();
  const auto read = idle_from_json(idle_to_json(written), "idle.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(idle_to_json(*read), idle_to_json(written));
  EXPECT_EQ(read->nodes[0].lowest, 240.0);
  EXPECT_FALSE(read->nodes[0].highest);
  EXPECT_EQ(read->nodes[0].series[0].serial, "S7");
  EXPECT_EQ(read->nodes[1].why, "was not idle: its power stepped");
  EXPECT_EQ(read->window.host, "head");
}

TEST(IdleFile, OfANodeWithoutABaselineHoldsNoPower) {
  const std::string text = idle_to_json(two_nodes());
  EXPECT_THAT(text.substr(text.find("\"r2\"")), HasSubstr("\"watts\": null"));
}

TEST(IdleFile, CutOffAnywhereIsAnError) {
  const std::string whole = idle_to_json(two_nodes());
  for (std::size_t length = 0; length + 2 < whole.size(); length += 41)
    EXPECT_THAT(error_of(whole.substr(0, length)), StartsWith("idle.json: is ")) << length;
}

TEST(IdleFile, WithImpossibleFactsNamesThem) {
  const std::string whole = idle_to_json(two_nodes());
  EXPECT_THAT(
      error_of("{\"schema\": \"joulemark.report/1\"}"),
      HasSubstr("is a joulemark.report/1: expected joulemark.idle/1, which joulemark idle"));
  EXPECT_THAT(error_of(replaced(whole, "\"duration_s\": 600.0", "\"duration_s\": 299.0")),
              HasSubstr("window.duration_s must be at least 300 s"));
  EXPECT_THAT(error_of(replaced(whole, "\"watts\": 250.5", "\"watts\": -1")),
              HasSubstr("idle.nodes[0].watts must not be negative"));
  EXPECT_THAT(error_of(replaced(whole, "\"watts\": 250.5", "\"watts\": null")),
              HasSubstr("idle.nodes[0].watts must be a number"));
  EXPECT_THAT(error_of(replaced(whole, "\"r2\"", "\"r1\"")), HasSubstr("name r1 more than once"));
  EXPECT_THAT(error_of(replaced(whole, "joulemark-method/1", "joulemark-method/2")),
              HasSubstr("only within one major version"));
}

TEST(IdleBaselineOf, IsTheNodesWhereTheSeriesAreTheSame) {
  const auto found = baseline_of(two_nodes(), "r1", {{"replay", "psu", "node"}});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->watts, 250.5);
}

TEST(IdleBaselineOf, OfOtherSeriesNamesBoth) {
  const auto other = baseline_of(two_nodes(), "r1", {{"redfish", "psu", "node"}});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(other.error().message, HasSubstr("measured on replay psu (node), its energy on "
                                               "redfish psu (node)"));
}

TEST(IdleBaselineOf, ANodeThatHasNoneSaysWhy) {
  EXPECT_EQ(baseline_of(two_nodes(), "r9", {}).error().code, ErrorCode::kNotPresent);
  EXPECT_THAT(baseline_of(two_nodes(), "r2", {}).error().message,
              HasSubstr("r2 has no idle baseline: it was not idle"));
}

}  // namespace
}  // namespace joulemark
