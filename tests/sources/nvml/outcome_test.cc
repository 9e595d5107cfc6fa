#include "sources/nvml/outcome.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace joulemark::nvml {
namespace {

using ::testing::HasSubstr;

TEST(NvmlOutcome, SaysWhomAFailureConcerns) {
  for (const int code : {3, 4, 13, 17, 25})
    EXPECT_EQ(reach_of(static_cast<Return>(code)), Reach::kAbsent) << code;
  for (const int code : {2, 6, 15, 16, 19, 27, 999})
    EXPECT_EQ(reach_of(static_cast<Return>(code)), Reach::kDevice) << code;
  for (const int code : {1, 9, 18})
    EXPECT_EQ(reach_of(static_cast<Return>(code)), Reach::kSession) << code;
  for (const int code : {10, 21, -1, 4711})
    EXPECT_EQ(reach_of(static_cast<Return>(code)), Reach::kValue) << code;
}

TEST(NvmlOutcome, NamesTheRemedy) {
  EXPECT_THAT(error_of(Return::kVersionMismatch, "NVML").message,
              AllOf(HasSubstr("restart the exporter"), HasSubstr("(NVML error 18)")));
  EXPECT_EQ(error_of(Return::kNoPermission, "x").code, ErrorCode::kPermission);
  EXPECT_EQ(error_of(Return::kDriverNotLoaded, "x").code, ErrorCode::kNotPresent);
  EXPECT_EQ(error_of(Return::kNotSupported, "x").code, ErrorCode::kUnsupported);
  EXPECT_THAT(error_of(static_cast<Return>(4711), "x").message, HasSubstr("4711"));
}

}  // namespace
}  // namespace joulemark::nvml
