#include "platform/logging.h"

#include <gmock/gmock.h>

#include <string>

namespace joulemark {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

class Logging : public testing::Test {
 protected:
  ~Logging() override { set_up_logging({}); }

  static std::string logged(const LogOptions& options, void (*log)(std::string_view),
                            std::string_view message) {
    testing::internal::CaptureStderr();
    set_up_logging(options);
    log(message);
    return testing::internal::GetCapturedStderr();
  }
};

TEST_F(Logging, WritesOneLogfmtLineInUtc) {
  EXPECT_THAT(logged({}, log_info, "started"),
              MatchesRegex("ts=[0-9-]+T[0-9:]+\\.[0-9]+Z level=info msg=\"started\"\n"));
}

TEST_F(Logging, WritesOneJsonObjectPerLine) {
  EXPECT_THAT(logged({.format = LogFormat::kJson}, log_warn, "x"),
              MatchesRegex(
                  "\\{\"ts\":\"[0-9-]+T[0-9:]+\\.[0-9]+Z\",\"level\":\"warn\",\"msg\":\"x\"\\}\n"));
}

TEST_F(Logging, LevelsBelowTheChosenOneAreSilent) {
  EXPECT_EQ(logged({.level = LogLevel::kWarn}, log_info, "quiet"), "");
  EXPECT_THAT(logged({.level = LogLevel::kWarn}, log_error, "loud"), HasSubstr("level=error"));
  EXPECT_EQ(logged({}, log_debug, "quiet"), "");
  EXPECT_THAT(logged({.level = LogLevel::kDebug}, log_debug, "loud"), HasSubstr("level=debug"));
}

TEST_F(Logging, TextFromADeviceCannotBreakALine) {
  const auto line = logged({}, log_info, "a\nb\"c\\d\te\x01{}%v");
  EXPECT_THAT(line, HasSubstr(R"(msg="a\nb\"c\\d\u0009e\u0001{}%v")"));
  EXPECT_EQ(line.find('\n'), line.size() - 1);
}

TEST_F(Logging, BytesThatAreNoUtf8AreReplacedAndTheRestIsKept) {
  EXPECT_THAT(logged({}, log_info, "\xC0\xC0|\xE2\x82\xAC|\xED\xA0\x80|\xF0\x9F\x94\x8C|\xE2\x82"),
              HasSubstr("\"\xEF\xBF\xBD\xEF\xBF\xBD|\xE2\x82\xAC|\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF"
                        "\xBD|\xF0\x9F\x94\x8C|\xEF\xBF\xBD\xEF\xBF\xBD\""));
}

TEST(LogOptions, KnowTheirWords) {
  EXPECT_EQ(parse_log_level("warn"), LogLevel::kWarn);
  EXPECT_EQ(parse_log_level("warning"), std::nullopt);
  EXPECT_EQ(parse_log_format("json"), LogFormat::kJson);
  EXPECT_EQ(parse_log_format("xml"), std::nullopt);
}

}  // namespace
}  // namespace joulemark
