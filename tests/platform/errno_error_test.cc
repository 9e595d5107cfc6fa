#include "platform/errno_error.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace joulemark {
namespace {

TEST(ErrnoError, TellsTheCallerHowToReact) {
  for (int number : {ENOENT, ENODEV, ENOTDIR})
    EXPECT_EQ(code_of_errno(number), ErrorCode::kNotPresent) << number;
  for (int number : {EACCES, EPERM}) EXPECT_EQ(code_of_errno(number), ErrorCode::kPermission);
  for (int number : {EIO, EAGAIN, ENODATA, ENXIO, EBUSY, EMFILE})
    EXPECT_EQ(code_of_errno(number), ErrorCode::kUnavailable) << number;
  for (int number : {EINVAL, EISDIR, ELOOP, ENAMETOOLONG})
    EXPECT_EQ(code_of_errno(number), ErrorCode::kInvalid) << number;
  EXPECT_EQ(code_of_errno(EOPNOTSUPP), ErrorCode::kUnsupported);
  EXPECT_EQ(code_of_errno(ETIMEDOUT), ErrorCode::kTimeout);
}

TEST(ErrnoError, NamesWhatFailedAndHow) {
  EXPECT_EQ(errno_error(EACCES, "class/powercap/intel-rapl:0/energy_uj").message,
            "class/powercap/intel-rapl:0/energy_uj: EACCES (Permission denied)");
}

TEST(ErrnoError, KeepsTheNumberOfAnErrorWithoutAName) {
  EXPECT_EQ(errno_error(4242, "x").message, "x: 4242");
}

}  // namespace
}  // namespace joulemark
