#include "query/window_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/fakes/temp_folder.h"
#include "tests/query/canned.h"
#include "tests/query/golden.h"

namespace joulemark {
namespace {

using ::testing::HasSubstr;

std::string error_of(const std::string& text) {
  const auto record = window_from_json(text, "w.json");
  return record ? "no error" : record.error().message;
}

TEST(WindowFile, ComesBackAsItWasWritten) {
  const TempFolder folder;
  const std::string path = folder.path() / "window.json";
  WindowRecord record = canned::window();
  record.origin = "run";
  record.command = {"./train.sh", "a \"quoted\" word", "\xff"};
  record.exit_status = 3;
  ASSERT_TRUE(write_window_file(path, record));
  const auto back = read_window_file(path);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->begin->realtime, record.begin->realtime);
  EXPECT_EQ(back->end->monotonic, record.end->monotonic);
  EXPECT_EQ(back->command[1], record.command[1]);
  EXPECT_EQ(back->exit_status, 3);
  EXPECT_EQ(back->host_clock_bound(), 0.003);
}

TEST(WindowFile, IsTheGoldenJson) {
  WindowRecord record = canned::window();
  record.command = {"./train.sh", "--epochs", "3"};
  record.exit_status = 0;
  golden::expect_text("window.json", window_to_json(record));
}

TEST(WindowFile, LeavesNothingButItselfBehind) {
  const TempFolder folder;
  ASSERT_TRUE(write_window_file(folder.path() / "w.json", canned::window()));
  ASSERT_TRUE(write_window_file(folder.path() / "w.json", canned::window()));
  const std::filesystem::directory_iterator entries(folder.path());
  EXPECT_EQ(std::distance(begin(entries), end(entries)), 1);
}

TEST(WindowFile, SaysWhyItCannotBeWritten) {
  const auto written = write_window_file("/nowhere/w.json", canned::window());
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message, HasSubstr("/nowhere/w.json: No such file"));
}

TEST(WindowFile, WidensTheClockBoundByWhatTheWallClockMovedInTheWindow) {
  WindowRecord record = canned::window();
  record.end->realtime += std::chrono::milliseconds(250);
  EXPECT_NEAR(*record.host_clock_bound(), 0.253, 1e-9);
  record.clock.bound.reset();
  EXPECT_FALSE(record.host_clock_bound());
}

TEST(WindowFile, HasNoWindowWithoutBothEdgesInOrder) {
  WindowRecord record = canned::window();
  EXPECT_TRUE(record.window());
  std::swap(record.begin, record.end);
  EXPECT_THAT(record.window().error().message, HasSubstr("not after its start"));
  record.end.reset();
  EXPECT_THAT(record.window().error().message, HasSubstr("has no end"));
}

TEST(WindowFile, RefusesWhatIsNoWindowFileAndNamesTheKey) {
  const std::string head = R"({"schema":"joulemark.window/1","origin":"run",)";
  EXPECT_THAT(error_of(""), HasSubstr("w.json: is not JSON"));
  EXPECT_THAT(error_of("[1]"), HasSubstr("is not JSON"));
  EXPECT_THAT(error_of("{\"schema\":\"joulemark.report/1\"}"), HasSubstr("schema: must be"));
  EXPECT_THAT(error_of(R"({"schema":"joulemark.window/1","origin":"x"})"), HasSubstr("origin"));
  EXPECT_THAT(error_of(head + R"("begin":5})"), HasSubstr("begin: must be an object"));
  EXPECT_THAT(error_of(head + R"("begin":{}})"), HasSubstr("begin.realtime_ns: is missing"));
  EXPECT_THAT(error_of(head + R"("begin":{"realtime_ns":1e300}})"), HasSubstr("whole nanoseconds"));
  EXPECT_THAT(error_of(head + R"("begin":{"realtime_ns":-1}})"), HasSubstr("whole nanoseconds"));
  EXPECT_THAT(error_of(head + R"("begin":{"realtime_ns":18446744073709551615}})"),
              HasSubstr("whole nanoseconds"));
  EXPECT_THAT(error_of(head + R"("clock":{"bound_seconds":-1}})"), HasSubstr("not negative"));
  EXPECT_THAT(error_of(head + R"("clock":{"bound_seconds":"0"}})"), HasSubstr("not negative"));
  EXPECT_THAT(error_of(head + R"("command":[1]})"), HasSubstr("command: must be a list of text"));
  EXPECT_THAT(error_of(head + R"("exit_status":256})"), HasSubstr("exit_status: must be 0 to 255"));
  EXPECT_THAT(error_of(std::string(100'000, '[')), HasSubstr("is not JSON"));
}

TEST(WindowFile, IgnoresKeysThatALaterVersionWrote) {
  EXPECT_EQ(error_of(R"({"schema":"joulemark.window/1","origin":"mark","later":{"a":1}})"),
            "no error");
}

}  // namespace
}  // namespace joulemark
