#include "query/bundle/member_names.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

TEST(MemberNames, KeepWhatEveryFileSystemTakes) {
  MemberNames names;
  EXPECT_EQ(names.of_samples("samples/", "gpu0417", "rapl", "package-0"),
            "samples/gpu0417/rapl/package-0.csv");
  EXPECT_EQ(names.of_samples("samples/", "a/../b", "x y", "caf\xC3\xA9"),
            "samples/a_.._b/x_y/caf__.csv");
  EXPECT_EQ(names.of_samples("samples/", "..", "", ".hidden"), "samples/_../_/_.hidden.csv");
}

TEST(MemberNames, AreUniqueAlsoWhereCaseDoesNotCount) {
  MemberNames names;
  EXPECT_EQ(names.of_samples("samples/", "a", "s", "x"), "samples/a/s/x.csv");
  EXPECT_EQ(names.of_samples("samples/", "a", "s", "X"), "samples/a/s/X~2.csv");
  EXPECT_EQ(names.of_samples("samples/", "A", "s", "x"), "samples/A/s/x~3.csv");
}

TEST(MemberNames, OfAPlansFilesAreTheLastPartOfTheirPaths) {
  MemberNames names;
  EXPECT_EQ(names.of_file("work/", "logs/run7/work.jsonl"), "work/work.jsonl");
  EXPECT_EQ(names.of_file("work/", "other/work.jsonl"), "work/work~2.jsonl");
  EXPECT_EQ(names.of_file("idle/", "idle"), "idle/idle");
}

TEST(MemberNames, WhateverASensorIsCalledAreNamesOfMembers) {
  MemberNames names;
  for (const std::string& odd :
       {std::string(300, 'x'), std::string("/"), std::string("~~"), std::string("\n\0x", 3)})
    EXPECT_TRUE(is_member_name(names.of_samples("others/1/samples/", odd, odd, odd))) << odd;
  EXPECT_FALSE(is_member_name(""));
  EXPECT_FALSE(is_member_name("a/"));
  EXPECT_FALSE(is_member_name(std::string(241, 'a')));
}

}  // namespace
}  // namespace joulemark
