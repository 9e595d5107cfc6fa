// The fakes keep the promises of the interfaces that they stand for.
#include <gmock/gmock.h>

#include <array>
#include <thread>

#include "tests/fakes/fake_clock.h"
#include "tests/fakes/fake_files.h"
#include "tests/fakes/fake_http.h"

namespace joulemark {
namespace {

using testing::ElementsAre;

TEST(FakeClock, WaitingMovesTimeAndAStopDoesNot) {
  const FakeClock clock;
  const auto begin = clock.monotonic();
  const auto wall = clock.now();
  std::stop_source stop;
  EXPECT_TRUE(clock.wait_until(begin + std::chrono::hours(1), stop.get_token()));
  EXPECT_EQ(clock.now() - wall, std::chrono::hours(1));
  stop.request_stop();
  EXPECT_FALSE(clock.wait_until(begin + std::chrono::hours(2), stop.get_token()));
  EXPECT_EQ(clock.monotonic() - begin, std::chrono::hours(1));
}

TEST(FakeClock, AStepOfTheWallClockLeavesTheMonotonicOneAlone) {
  FakeClock clock;
  const auto begin = clock.monotonic();
  const auto wall = clock.now();
  clock.step_wall_clock(-std::chrono::seconds(5));
  EXPECT_EQ(clock.monotonic(), begin);
  EXPECT_EQ(clock.now() - wall, -std::chrono::seconds(5));
}

TEST(FakeFiles, ListsResolvesAndReadsThroughLinks) {
  FakeFiles files{{"devices/zone/name", "x\n"}, {"devices/zone/energy", "1\n"}};
  files.link("class/zone", "../devices/zone");
  files.link("class/gone", "../devices/gone");
  files.link("class/absolute", "/devices/zone");
  EXPECT_THAT(*files.list("class"), ElementsAre("absolute", "gone", "zone"));
  EXPECT_THAT(*files.list("class/zone"), ElementsAre("energy", "name"));
  EXPECT_EQ(files.read("class/zone/name"), "x\n");
  EXPECT_EQ(files.resolve("class/absolute/name"), "devices/zone/name");
  EXPECT_EQ(files.resolve("class/gone").error().code, ErrorCode::kNotPresent);
  EXPECT_EQ(files.list("nothing").error().code, ErrorCode::kNotPresent);
}

TEST(FakeFiles, FailsWhereItIsTold) {
  FakeFiles files{{"a", "1\n"}, {"b", "2\n"}};
  files.fail("a", ErrorCode::kPermission);
  EXPECT_EQ(files.open("a").error().code, ErrorCode::kPermission);
  files.fail_reads("b", ErrorCode::kUnavailable);
  const auto open = files.open("b");
  ASSERT_TRUE(open.has_value());
  std::array<char, 8> buffer{};
  EXPECT_EQ((*open)->read_at_start(buffer).error().code, ErrorCode::kUnavailable);
  files.heal("b");
  EXPECT_EQ((*open)->read_at_start(buffer), 2U);
  files.remove("b");
  EXPECT_EQ((*open)->read_at_start(buffer).error().code, ErrorCode::kNotPresent);
}

TEST(FakeFiles, HangsUntilReleased) {
  FakeFiles files{{"a", "1\n"}};
  files.hang("a");
  Result<std::string> content = fail(ErrorCode::kInternal, "still hanging");
  std::thread reader([&] { content = files.read("a"); });
  files.release("a");
  reader.join();
  EXPECT_EQ(content, "1\n");
}

TEST(FakeHttp, AnswersByUrlAndKeepsTheRequests) {
  FakeHttp http;
  http.answer_once("/api", fail(ErrorCode::kTimeout, "slow"));
  http.answer("/api", 200, "{}");
  EXPECT_EQ(http.send({.url = "http://x/api"}).error().code, ErrorCode::kTimeout);
  EXPECT_EQ(http.send({.url = "http://x/api"})->body, "{}");
  EXPECT_EQ(http.send({.url = "http://x/other"}).error().code, ErrorCode::kUnavailable);
  EXPECT_EQ(http.requests.size(), 3U);
}

}  // namespace
}  // namespace joulemark
