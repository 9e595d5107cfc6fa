#include "sources/amdgpu/gpu_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sources/amdgpu/tables.h"

namespace joulemark::amdgpu {
namespace {

using ::testing::HasSubstr;

TEST(GpuMetrics, EachKnownRevisionHasItsOwnPlaces) {
  for (int content = 1; content <= 8; ++content) {
    const auto metrics = parse_gpu_metrics(blob(table_of(content), 123'456'789'012, 412));
    ASSERT_TRUE(metrics) << content << ": " << metrics.error().message;
    EXPECT_EQ(metrics->energy, 123'456'789'012U) << content;
    EXPECT_EQ(metrics->watts, 412.0) << content;
    // Stated as 2^-16 J since 1.4; AMD's library takes 15.3 uJ before (rocm-systems PR #6654).
    EXPECT_EQ(metrics->joules_per_count, content < 4 ? 15.3e-6 : 1.0 / 65536.0) << content;
  }
}

TEST(GpuMetrics, WhatIsNotFilledInIsNoValue) {
  const auto none = parse_gpu_metrics(blob(table_of(7), ~std::uint64_t{0}, 0xffff));
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->energy);
  EXPECT_FALSE(none->watts);
  EXPECT_FALSE(parse_gpu_metrics(blob(table_of(7), 1, 0))->watts);  // 0 W: no value
}

TEST(GpuMetrics, UnknownRevisionsAreRefusedByName) {
  const auto complaint = [](const MadeTable& table) {
    return parse_gpu_metrics(blob(table, 1, 1)).error().message;
  };
  EXPECT_THAT(complaint({1, 9, 1150, 10, 24}),
              HasSubstr("revision 1.9 of 1150 bytes is not known"));
  EXPECT_THAT(complaint({1, 0, 96, 22, 24}), HasSubstr("revision 1.0"));
  EXPECT_THAT(complaint({1, 6, 360, 10, 88}), HasSubstr("revision 1.6 of 360 bytes"));
  EXPECT_THAT(complaint({4, 1, 120, 22, 24}), HasSubstr("revision 4.1"));
  EXPECT_EQ(parse_gpu_metrics(blob({2, 4, 168, 40, 24}, 1, 1)).error().code,
            ErrorCode::kUnsupported);
  EXPECT_EQ(parse_gpu_metrics(blob({3, 0, 264, 40, 24}, 1, 1)).error().code,
            ErrorCode::kUnsupported);
}

TEST(GpuMetrics, ATableThatIsCutShortIsRefused) {
  const std::string whole = blob(table_of(3), 1, 1);
  for (const std::size_t length : {0U, 3U, 4U, 31U, 119U})
    EXPECT_FALSE(parse_gpu_metrics(std::span(whole).first(length))) << length;
}

}  // namespace
}  // namespace joulemark::amdgpu
