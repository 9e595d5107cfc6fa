#include "sources/hwmon/options.h"

#include <gmock/gmock.h>

namespace joulemark::hwmon {
namespace {

using testing::HasSubstr;

Result<Options> parse(std::string_view yaml) {
  return parse_options(*Settings::parse(yaml, "joulemark.yaml"));
}

TEST(HwmonOptions, AreOptional) {
  const auto options = parse("");
  ASSERT_TRUE(options.has_value());
  EXPECT_EQ(options->interval, std::nullopt);
  EXPECT_TRUE(options->wants("power_meter"));
}

TEST(HwmonOptions, ExclusionWinsAndNoInclusionMeansAll) {
  const auto options =
      parse("{enabled: true, interval: 250ms, chip_include: [xe, i915], chip_exclude: [i915]}");
  ASSERT_TRUE(options.has_value()) << options.error().message;
  EXPECT_EQ(options->interval, std::chrono::milliseconds(250));
  EXPECT_TRUE(options->wants("xe"));
  EXPECT_FALSE(options->wants("i915"));
  EXPECT_FALSE(options->wants("amdgpu"));
  EXPECT_TRUE(parse("chip_exclude: [i915]")->wants("amdgpu"));
  EXPECT_TRUE(parse("{chip_include: [], chip_exclude: }")->wants("amdgpu"));
}

TEST(HwmonOptions, WhatCannotBeIsAnErrorThatNamesTheKey) {
  for (const auto& [yaml, key] : {std::pair("interval: 1ms", "interval"),
                                  {"interval: 2m", "interval"},
                                  {"interval: fast", "interval"},
                                  {"chip_include: xe", "chip_include"},
                                  {"chip_exclude: [[xe]]", "chip_exclude"},
                                  {"chips: [xe]", "chips"}}) {
    const auto options = parse(yaml);
    ASSERT_FALSE(options.has_value()) << yaml;
    EXPECT_EQ(options.error().code, ErrorCode::kInvalid);
    EXPECT_THAT(options.error().message, HasSubstr(key));
  }
}

}  // namespace
}  // namespace joulemark::hwmon
