#include "platform/host_files.h"

#include <gmock/gmock.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>

#include "tests/fakes/temp_folder.h"

namespace joulemark {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class HostFilesTest : public testing::Test {
 protected:
  HostFilesTest() {
    folder_.write("devices/virtual/powercap/intel-rapl:0/energy_uj", "1000\n");
    folder_.link("class/powercap/intel-rapl:0", "../../devices/virtual/powercap/intel-rapl:0");
    folder_.link("absolute", "/devices/virtual/powercap");
    folder_.link("secret", "/etc/passwd");
  }

  static std::string head(OpenFile& file) {
    std::array<char, 64> buffer{};
    const auto size = file.read_at_start(buffer);
    return size ? std::string(buffer.data(), *size) : "error: " + size.error().message;
  }

  TempFolder folder_;
  HostFiles files_{folder_.path().string()};
};

TEST_F(HostFilesTest, ReadsThroughLinksBelowTheRoot) {
  EXPECT_EQ(files_.read("class/powercap/intel-rapl:0/energy_uj"), "1000\n");
  EXPECT_EQ(files_.read("absolute/intel-rapl:0/energy_uj"), "1000\n");
  EXPECT_EQ(files_.resolve("class/powercap/intel-rapl:0"), "devices/virtual/powercap/intel-rapl:0");
}

TEST_F(HostFilesTest, NeverFollowsALinkOutOfTheRoot) {
  for (const char* path : {"secret", "../../../../../../etc/passwd"}) {
    const auto content = files_.read(path);
    ASSERT_FALSE(content.has_value()) << path;
    EXPECT_EQ(content.error().code, ErrorCode::kNotPresent);
  }
}

TEST_F(HostFilesTest, AKeptOpenFileReadsTheNewValueEachTime) {
  const auto file = files_.open("class/powercap/intel-rapl:0/energy_uj");
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(head(**file), "1000\n");
  folder_.write("devices/virtual/powercap/intel-rapl:0/energy_uj", "2000\n");
  EXPECT_EQ(head(**file), "2000\n");
}

TEST_F(HostFilesTest, ListsNamesInOrderWhateverTheirBytesAre) {
  folder_.write("list/b", "");
  folder_.write("list/a\xC0\xC0", "odd\n");
  folder_.write("list/.hidden", "");
  const auto names = files_.list("list");
  ASSERT_TRUE(names.has_value());
  EXPECT_THAT(*names, ElementsAre(".hidden", "a\xC0\xC0", "b"));
  EXPECT_EQ(files_.read("list/a\xC0\xC0"), "odd\n");
}

TEST_F(HostFilesTest, RefusesMoreThanTheLimitAndReadsExactlyTheLimit) {
  folder_.write("five", "12345");
  EXPECT_EQ(files_.read("five", 5), "12345");
  EXPECT_EQ(files_.read("five", 4).error().code, ErrorCode::kInvalid);
  folder_.write("large", std::string(100'000, 'x'));
  EXPECT_EQ(files_.read("large").error().code, ErrorCode::kInvalid);
  EXPECT_EQ(files_.read("large", 200'000)->size(), 100'000U);
}

TEST_F(HostFilesTest, NamesPathAndErrnoOfAFailure) {
  const auto absent = files_.open("class/powercap/none");
  ASSERT_FALSE(absent.has_value());
  EXPECT_EQ(absent.error().code, ErrorCode::kNotPresent);
  EXPECT_THAT(absent.error().message, HasSubstr("class/powercap/none: ENOENT"));
  EXPECT_EQ(files_.read("devices").error().code, ErrorCode::kInvalid) << "EISDIR";
  EXPECT_EQ(files_.list("secret").error().code, ErrorCode::kNotPresent);
  EXPECT_EQ(files_.list("absolute/intel-rapl:0/energy_uj").error().code, ErrorCode::kNotPresent);
}

TEST_F(HostFilesTest, ARootThatAppearsLaterIsFoundThen) {
  const HostFiles later((folder_.path() / "mounted").string());
  EXPECT_EQ(later.read("x").error().code, ErrorCode::kNotPresent);
  folder_.write("mounted/x", "1");
  EXPECT_EQ(later.read("x"), "1");
}

TEST_F(HostFilesTest, OpeningAFifoWithoutAWriterDoesNotBlock) {
  ASSERT_EQ(mkfifo((folder_.path() / "fifo").c_str(), 0600), 0);
  const auto file = files_.open("fifo");
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(head(**file), "");
}

TEST_F(HostFilesTest, ReadsProcFilesWhoseSizeIsNotKnown) {
  const auto status = HostFiles("/proc").read("self/status");
  ASSERT_TRUE(status.has_value()) << status.error().message;
  EXPECT_THAT(*status, HasSubstr("Pid:"));
}

// Answers openat2 with the errno, as an old kernel or a container's filter does.
void forbid_openat2(unsigned number) {
  std::array<sock_filter, 4> program{{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | number),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog filter{.len = program.size(), .filter = program.data()};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) _exit(9);
}

TEST_F(HostFilesTest, ReadsTheSameWhereOpenat2IsMissingOrForbidden) {
  GTEST_FLAG_SET(death_test_style, "fast");
  for (const unsigned number : {static_cast<unsigned>(ENOSYS), static_cast<unsigned>(EPERM)}) {
    EXPECT_EXIT(
        {
          forbid_openat2(number);
          const auto value = files_.read("class/powercap/intel-rapl:0/energy_uj");
          const auto names = files_.list("absolute");
          const auto secret = files_.read("secret");
          const bool same = value == "1000\n" && names && names->size() == 1 && !secret;
          _exit(same ? 0 : 1);
        },
        testing::ExitedWithCode(0), "");
  }
}

}  // namespace
}  // namespace joulemark
