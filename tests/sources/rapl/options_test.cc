#include "sources/rapl/options.h"

#include <gmock/gmock.h>

namespace joulemark::rapl {
namespace {

using testing::HasSubstr;

Result<Options> parse(std::string_view yaml) {
  return parse_options(*Settings::parse(yaml, "joulemark.yaml"));
}

TEST(RaplOptions, HaveDefaults) {
  const auto options = parse("");
  ASSERT_TRUE(options.has_value());
  EXPECT_EQ(options->interval, std::chrono::milliseconds(100));
  EXPECT_EQ(options->max_plausible, Watts(2000.0));
}

TEST(RaplOptions, AreTakenFromTheFile) {
  const auto options = parse("{enabled: true, interval: 250ms, max_plausible_watts: 900}");
  ASSERT_TRUE(options.has_value()) << options.error().message;
  EXPECT_EQ(options->interval, std::chrono::milliseconds(250));
  EXPECT_EQ(options->max_plausible, Watts(900.0));
}

TEST(RaplOptions, SayWhatIsExpectedAndWhere) {
  for (const char* yaml : {"interval: 5ms", "interval: 2m"}) {
    const auto options = parse(yaml);
    ASSERT_FALSE(options.has_value()) << yaml;
    EXPECT_THAT(options.error().message, HasSubstr("between 10ms and 60s"));
    EXPECT_THAT(options.error().message, HasSubstr("joulemark.yaml:1"));
  }
  EXPECT_THAT(parse("max_plausible_watts: 0").error().message, HasSubstr("max_plausible_watts"));
  EXPECT_THAT(parse("intervall: 1s").error().message, HasSubstr("interval"));
}

}  // namespace
}  // namespace joulemark::rapl
