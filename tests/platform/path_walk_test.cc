#include "platform/path_walk.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/fakes/temp_folder.h"

namespace joulemark {
namespace {

class PathWalk : public testing::Test {
 protected:
  PathWalk() : root_(open(folder_.path().c_str(), O_PATH | O_DIRECTORY)) {
    folder_.write("devices/zone/name", "x\n");
  }
  ~PathWalk() override { close(root_); }

  TempFolder folder_;
  int root_;
};

TEST_F(PathWalk, FollowsRelativeLinksAsTheKernelDoes) {
  folder_.link("class/zone", "../devices/zone");
  EXPECT_EQ(walk_below(root_, "class/zone/name"), "devices/zone/name");
}

TEST_F(PathWalk, TakesAnAbsoluteTargetFromTheRoot) {
  folder_.link("class/zone", "/devices/zone");
  EXPECT_EQ(walk_below(root_, "class/zone/name"), "devices/zone/name");
}

TEST_F(PathWalk, NeverLeavesTheRoot) {
  folder_.link("out", "/etc/passwd");
  folder_.link("up", "../../../../../../../etc/passwd");
  for (const char* path : {"out", "up", "../../../../../../../../etc/passwd"}) {
    const auto walked = walk_below(root_, path);
    ASSERT_FALSE(walked.has_value()) << path;
    EXPECT_EQ(walked.error().code, ErrorCode::kNotPresent);
  }
  EXPECT_EQ(walk_below(root_, "../devices/zone"), "devices/zone");
}

TEST_F(PathWalk, SaysNotPresentForADanglingLinkAndAPathThroughAFile) {
  folder_.link("dangling", "../devices/nothing");
  EXPECT_EQ(walk_below(root_, "dangling").error().code, ErrorCode::kNotPresent);
  EXPECT_EQ(walk_below(root_, "devices/zone/name/x").error().code, ErrorCode::kNotPresent);
}

TEST_F(PathWalk, EndsInALoopOfLinks) {
  folder_.link("a", "b");
  folder_.link("b", "a");
  EXPECT_EQ(walk_below(root_, "a").error().code, ErrorCode::kInvalid);
}

TEST_F(PathWalk, IgnoresEmptyAndDotComponents) {
  EXPECT_EQ(walk_below(root_, "/devices//./zone/"), "devices/zone");
  EXPECT_EQ(walk_below(root_, ""), ".");
}

}  // namespace
}  // namespace joulemark
