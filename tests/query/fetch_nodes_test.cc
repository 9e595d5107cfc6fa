#include "query/fetch_nodes.h"

#include <gtest/gtest.h>

#include "query/fetch_error.h"
#include "tests/query/page_fixture.h"

namespace joulemark {
namespace {

class NodesTest : public testing::Test {
 protected:
  NodesTest() { server.now = after(0); }
  FakePrometheus server;
  PrometheusClient client{server, *parse_endpoint("http://host:9090")};
};

TEST_F(NodesTest, ListsWhatEachNodeHas) {
  PageSensor gpu;
  gpu.source = "nvml";
  gpu.sensor = "gpu-0";
  Page(server, {}, {PageSensor{}, gpu}).scrape(-60, -0.5, 1);
  PageSensor other;
  other.node = "n2";
  Page(server, {.instance = "e2:1"}, {other}).scrape(-60, -20, 5);
  server.add({{"__name__", "joulemark_node_power_watts"},
              {"node", "n1"},
              {"basis", "components"},
              {"complete", "false"},
              {"instance", "e1:11818"}},
             after(-1), 250);
  const auto list = list_nodes(client, {});
  ASSERT_TRUE(list) << list.error().message;
  ASSERT_EQ(list->nodes.size(), 2U);
  const NodeFacts& one = list->nodes[0];
  EXPECT_EQ(one.node, "n1");
  EXPECT_EQ(one.exporters, (std::vector<std::string>{"e1:11818"}));
  EXPECT_EQ(one.sources, (std::vector<std::string>{"nvml", "rapl"}));
  EXPECT_EQ(one.sensors, 2U);
  EXPECT_NEAR(one.age, 1.03, 0.01);
  EXPECT_DOUBLE_EQ(one.scrape_interval.value(), 1.0);
  EXPECT_EQ(one.basis, "components");
  EXPECT_EQ(one.complete, false);
  EXPECT_EQ(one.power, 250.0);
  const NodeFacts& two = list->nodes[1];
  EXPECT_NEAR(two.age, 20.03, 0.01);
  EXPECT_DOUBLE_EQ(two.scrape_interval.value(), 5.0);
  EXPECT_FALSE(two.basis);
  EXPECT_FALSE(two.complete);
}

TEST_F(NodesTest, CountsASensorOfTwoScrapeJobsOnceAndTakesTheDenserInterval) {
  Page(server, {.job = "full"}, {PageSensor{}}).scrape(-60, 0, 15);
  Page(server, {.job = "fast", .metadata = false}, {PageSensor{}}).scrape(-60, 0, 1);
  const auto list = list_nodes(client, {});
  ASSERT_TRUE(list);
  ASSERT_EQ(list->nodes.size(), 1U);
  EXPECT_EQ(list->nodes[0].sensors, 1U);
  EXPECT_DOUBLE_EQ(list->nodes[0].scrape_interval.value(), 1.0);
}

TEST_F(NodesTest, StillListsANodeThatWentSilent) {
  Page(server, {}, {PageSensor{}}).scrape(-200, -100, 1);
  server.end_all("instance", "e1:11818", after(-99));
  const auto list = list_nodes(client, {});
  ASSERT_TRUE(list);
  ASSERT_EQ(list->nodes.size(), 1U);
  EXPECT_GT(list->nodes[0].age, 99.0);
}

TEST_F(NodesTest, ListsNothingWhereNothingIs) {
  const auto list = list_nodes(client, {});
  ASSERT_TRUE(list);
  EXPECT_TRUE(list->nodes.empty());
}

TEST_F(NodesTest, EndsWithTheRemedyWhereTheScrapeJobPutsItsOwnNode) {
  Page(server, {}, {PageSensor{}}).scrape(-60, 0, 1);
  server.relabel([](Labels& labels) {
    if (labels.contains("node")) labels["exported_node"] = std::exchange(labels["node"], "k8s");
    return true;
  });
  const auto list = list_nodes(client, {});
  ASSERT_FALSE(list);
  EXPECT_EQ(code_of(list.error()), Code::kLabelConflict);
}

}  // namespace
}  // namespace joulemark
