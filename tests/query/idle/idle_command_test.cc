#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "query/idle/idle_file.h"
#include "query/text_file.h"
#include "query/window_file.h"
#include "tests/query/commands_fixture.h"

namespace joulemark {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class IdleCommand : public Commands {
 protected:
  // Scraped until `last` s; the clock stands at 500 s.
  void scrape_long(const std::vector<std::string>& names, double last) {
    clock.advance(std::chrono::seconds(350));
    for (const std::string& name : names) {
      PageSensor sensor;
      sensor.node = name;
      PageScrape how;
      how.instance = name + ":11818";
      Page(server, how, {sensor}).scrape(-100.4, last, 1);
    }
  }
  int idle(IdleArguments arguments) { return run_idle(arguments, services()); }
  const std::string path = folder.path() / "idle.json";
};

TEST_F(IdleCommand, MeasuresThePastAndWritesTheFile) {
  scrape_long({"n1", "n2"}, 510);
  IdleArguments arguments;
  arguments.last = "400s";
  arguments.file = path;
  EXPECT_EQ(idle(arguments), 0) << err.str();
  EXPECT_THAT(out.str(), HasSubstr("IDLE     2 of 2 nodes with a baseline"));
  EXPECT_THAT(out.str(), HasSubstr("idle: {baseline: " + path + "}"));
  const auto text = read_text_file(path);
  ASSERT_TRUE(text);
  const auto file = idle_from_json(*text, path);
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_EQ(file->nodes.size(), 2U);
  EXPECT_NEAR(file->nodes[0].watts, 100.0, 1e-6);
  EXPECT_EQ(file->window.given, "--last 400s");
}

TEST_F(IdleCommand, WaitsForAWindowToComeAndSaysSo) {
  scrape_long({"n1"}, 900);
  IdleArguments arguments;
  arguments.planned = "5m";
  arguments.format = OutputFormat::kJson;
  EXPECT_EQ(idle(arguments), 0) << err.str();
  EXPECT_THAT(err.str(), HasSubstr("leave the machines without work for 5m, until 2027-01-15T"));
  const auto file = idle_from_json(out.str(), "standard output");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->duration, 300.0);
  EXPECT_EQ(file->window.origin, "mark");
  EXPECT_EQ(file->window.begin->realtime, after(500));
  EXPECT_TRUE(file->window.begin->monotonic);
}

TEST_F(IdleCommand, RefusesAWindowBelowFiveMinutesBeforeItWaits) {
  scrape_long({"n1"}, 510);
  IdleArguments arguments;
  arguments.planned = "299s";
  EXPECT_EQ(idle(arguments), 1);
  EXPECT_EQ(clock.now(), after(500));
  arguments.planned.clear();
  arguments.last = "2m";
  EXPECT_EQ(idle(arguments), 1);
  EXPECT_THAT(err.str(), HasSubstr("needs at least 5m without work"));
  EXPECT_THAT(out.str(), IsEmpty());
}

TEST_F(IdleCommand, DoesNotWaitForADeadServer) {
  server.always = fail(ErrorCode::kUnavailable, "host:9090: Connection refused");
  IdleArguments arguments;
  arguments.planned = "10m";
  arguments.file = path;
  EXPECT_EQ(idle(arguments), 1);
  EXPECT_EQ(clock.now(), after(150));
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(IdleCommand, EndsWithThreeWhereANodeHasNoBaseline) {
  scrape_long({"n1"}, 510);
  IdleArguments arguments;
  arguments.last = "400s";
  arguments.selection.nodes = "n1,x9";
  EXPECT_EQ(idle(arguments), 3) << err.str();
  EXPECT_THAT(out.str(), HasSubstr("NO BASELINE  x9: the server has no series of it"));
  EXPECT_THAT(out.str(), HasSubstr("DO     stop what runs on the named nodes"));
}

TEST_F(IdleCommand, TakesTheMembersOfAPlanAndNotItsWork) {
  scrape_long({"n1", "n2"}, 510);
  IdleArguments arguments;
  arguments.last = "400s";
  arguments.selection.plan = folder.path() / "plan.yaml";
  std::ofstream(arguments.selection.plan) << "schema: joulemark.plan/1\n"
                                             "members:\n"
                                             "  - {nodes: n2, role: decode, supply: dc}\n"
                                             "work: {metric: tokens_total, kind: output_tokens}\n";
  EXPECT_EQ(idle(arguments), 0) << err.str();
  EXPECT_THAT(out.str(), HasSubstr("IDLE     1 of 1 node with a baseline"));
  EXPECT_THAT(out.str(), HasSubstr("\nn2 "));
}

TEST_F(IdleCommand, OfAPlanWhoseBaselineIsYetToBeMeasuredMeasuresIt) {
  scrape_long({"n1"}, 510);
  IdleArguments arguments;
  arguments.last = "400s";
  arguments.selection.plan = folder.path() / "plan.yaml";
  std::ofstream(arguments.selection.plan) << "schema: joulemark.plan/1\n"
                                             "members:\n"
                                             "  - {nodes: n1, supply: dc}\n"
                                             "idle: {baseline: idle.json}\n";
  EXPECT_EQ(idle(arguments), 0) << err.str();
  EXPECT_THAT(out.str(), HasSubstr("IDLE     1 of 1 node with a baseline"));
}

}  // namespace
}  // namespace joulemark
