#include "exporter/release_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace joulemark {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

TEST(ReleaseRequest, NamesTheSourceAndForHowLong) {
  EXPECT_EQ(parse_release("source=nvml")->source, "nvml");
  EXPECT_EQ(parse_release("source=nvml")->time, Duration(60s));
  EXPECT_EQ(parse_release("for=5m&source=nvml")->time, Duration(5min));
}

TEST(ReleaseRequest, WhatIsNotUnderstoodSaysHowItIsWritten) {
  for (const char* query : {"", "source=", "source", "source=../x", "source=nvml&for=", "for=5m",
                            "source=nvml&for=0s", "source=nvml&for=2h", "source=nvml&more=1",
                            "source=nvml&for=1e9s", "source=nvml%00", "&&"}) {
    const auto request = parse_release(query);
    ASSERT_FALSE(request) << query;
    EXPECT_THAT(request.error().message, HasSubstr("POST /-/release?source=nvml"));
  }
}

}  // namespace
}  // namespace joulemark
