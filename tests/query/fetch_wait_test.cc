#include "query/fetch_wait.h"

#include <gtest/gtest.h>

#include "tests/fakes/fake_clock.h"
#include "tests/query/page_fixture.h"

namespace joulemark {
namespace {

// The server's now follows the clock; scrapes arrive each second.
class WaitTest : public testing::Test {
 protected:
  WaitTest() {
    page.scrape(-100, 0, 1);
    server.before = [this] {
      server.now = clock.now();
      if (scraping)
        for (; after(next) <= clock.now(); next += interval) page.scrape_at(next);
    };
  }

  FakePrometheus server;
  Page page{server, {}, {PageSensor{}}};
  PrometheusClient client{server, *parse_endpoint("http://host:9090")};
  FakeClock clock{after(0.2)};
  FetchRequest request{{after(-60), after(0)}, {}, {}};
  bool scraping = true;
  double next = 1, interval = 1;
  std::stop_source stop;

  double waited() { return seconds(clock.now() - after(0.2)); }
  Result<WaitOutcome> wait(WaitLimits limits = {}) {
    return wait_for_end(client, request, clock, stop.get_token(), limits);
  }
};

TEST_F(WaitTest, ReturnsWithTheFirstReadingPastTheEdge) {
  const auto outcome = wait();
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_TRUE(outcome->late.empty());
  EXPECT_GE(waited(), 1.5);  // the reading of 2 s is the first past 1.001 s
  EXPECT_LE(waited(), 3.0);
}

TEST_F(WaitTest, DoesNotWaitWhenAllIsThere) {
  request.window.end = after(-20);
  ASSERT_TRUE(wait());
  EXPECT_EQ(waited(), 0.0);
}

TEST_F(WaitTest, WaitsForTheGuardOfASlowSensor) {
  for (double t = -100; t <= 0; ++t) page.scrape_at(t);
  page.sensors[0].update_interval = 5;
  page.scrape(-100, 0, 1);
  ASSERT_TRUE(wait());
  EXPECT_GE(waited(), 5.5);
}

TEST_F(WaitTest, GivesUpOnAnExporterThatDiedAndNamesIt) {
  scraping = false;
  const auto outcome = wait();
  ASSERT_TRUE(outcome);
  ASSERT_EQ(outcome->late.size(), 1U);
  EXPECT_EQ(outcome->late[0].node, "n1");
  EXPECT_EQ(outcome->late[0].sensor, "package-0");
  EXPECT_LE(waited(), 10.0);
  server.end_all("instance", "e1:11818", after(1));
  ASSERT_TRUE(wait());
}

TEST_F(WaitTest, DoesNotWaitForAWindowOfLongAgo) {
  scraping = false;
  clock.advance(std::chrono::hours(1));
  const double before = waited();
  const auto outcome = wait();
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->late.size(), 1U);
  EXPECT_EQ(waited(), before);
}

TEST_F(WaitTest, NeverWaitsLongerThanTheLimit) {
  scraping = false;
  server.drop_samples([](const Labels&, UtcTime t) { return t < after(-1); });  // one scrape known
  const auto outcome = wait({.longest = std::chrono::seconds(20)});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->late.size(), 1U);
  EXPECT_LE(waited(), 20.5);
}

TEST_F(WaitTest, AsksAgainWhenTheServerIsAwayForAMoment) {
  int requests = 0;
  const auto arrive = server.before;
  server.before = [&] {
    arrive();
    if (++requests <= 3)
      server.always = fail(ErrorCode::kUnavailable, "host:9090: refused");
    else
      server.always.reset();
  };
  const auto outcome = wait();
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_TRUE(outcome->late.empty());
}

TEST_F(WaitTest, ReportsAServerThatStaysAway) {
  server.always = fail(ErrorCode::kUnavailable, "host:9090: refused");
  const auto outcome = wait();
  ASSERT_FALSE(outcome);
  EXPECT_LE(waited(), 121.0);
}

TEST_F(WaitTest, ReportsAnErrorThatWillNotPassAtOnce) {
  server.always = HttpResponse{.status = 401, .content_type = "", .body = ""};
  const auto outcome = wait();
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, ErrorCode::kPermission);
  EXPECT_EQ(waited(), 0.0);
}

TEST_F(WaitTest, StopsOnRequest) {
  stop.request_stop();
  const auto outcome = wait();
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(outcome->stopped);
}

}  // namespace
}  // namespace joulemark
