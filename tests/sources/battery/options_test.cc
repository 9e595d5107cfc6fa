#include "sources/battery/options.h"

#include <gtest/gtest.h>

namespace joulemark::battery {
namespace {

Result<Options> options(std::string_view yaml) {
  return parse_options(*Settings::parse(yaml, "joulemark.yaml"));
}

TEST(BatteryOptions, ReadsOnceASecondUnlessTold) {
  EXPECT_EQ(options("")->interval, std::chrono::seconds(1));
  EXPECT_EQ(options("{enabled: true, interval: 5s}")->interval, std::chrono::seconds(5));
}

TEST(BatteryOptions, WhatIsWrongIsNamed) {
  for (const char* yaml : {"interval: 199ms", "interval: 61s", "interval: 5", "intervall: 1s"}) {
    const auto result = options(yaml);
    ASSERT_FALSE(result.has_value()) << yaml;
    EXPECT_EQ(result.error().code, ErrorCode::kInvalid);
    EXPECT_NE(result.error().message.find("joulemark.yaml:1"), std::string::npos);
  }
}

}  // namespace
}  // namespace joulemark::battery
