#include "core/scope_segment.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

TEST(ScopeSegment, KeepsWhatAScopeMayHold) {
  EXPECT_EQ(scope_segment("VDD_GPU_SOC"), "vdd_gpu_soc");
  EXPECT_EQ(scope_segment("0000:03:00.0"), "0000:03:00.0");
  EXPECT_EQ(scope_segment("smpro-hwmon.1"), "smpro-hwmon.1");
}

TEST(ScopeSegment, EverythingElseIsALine) {
  EXPECT_EQ(scope_segment("P12V \xC0\xC0/rail"), "p12v____rail");
  EXPECT_EQ(scope_segment("P12V \xEF\xBF\xBD rail"), "p12v___rail") << "one character";
  EXPECT_EQ(scope_segment("a\n\tb"), "a__b");
}

TEST(ScopeSegment, IsNeverEmptyAndNeverTooLong) {
  EXPECT_EQ(scope_segment(""), "unnamed");
  EXPECT_EQ(scope_segment(std::string(100, 'x')).size(), 64U);
  EXPECT_EQ(scope_segment("abcdef", 3), "abc");
}

}  // namespace
}  // namespace joulemark
