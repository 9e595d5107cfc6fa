#include "core/worst_error.h"

#include <gtest/gtest.h>

#include "core/trimmed.h"

namespace joulemark {
namespace {

ErrorCode worst_of(std::initializer_list<ErrorCode> codes) {
  std::optional<Error> worst;
  for (const ErrorCode code : codes) note_worst(worst, {code, ""});
  return worst->code;
}

TEST(WorstError, IsTheFirstOne) {
  EXPECT_EQ(worst_of({ErrorCode::kInvalid, ErrorCode::kUnavailable}), ErrorCode::kInvalid);
}

TEST(WorstError, IsAVanishedDeviceWhateverElseWentWrong) {
  EXPECT_EQ(worst_of({ErrorCode::kInvalid, ErrorCode::kNotPresent, ErrorCode::kTimeout}),
            ErrorCode::kNotPresent);
}

TEST(Trimmed, HasNoBlanksAroundIt) {
  EXPECT_EQ(trimmed(" \tSystem power\r\n"), "System power");
  EXPECT_EQ(trimmed(" \n"), "");
  EXPECT_EQ(trimmed(""), "");
}

}  // namespace
}  // namespace joulemark
