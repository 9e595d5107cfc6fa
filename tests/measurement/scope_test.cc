#include "measurement/scope.h"

#include <gtest/gtest.h>

#include <string>

namespace joulemark {
namespace {

TEST(Scope, AcceptsThePathsOfTheFormat) {
  for (const char* scope :
       {"node", "node/psu:1/in", "node/module:0/grace/cpu", "node/gpu:0000:03:00.0",
        "node/rail:vdd_gpu_soc", "rack:r5/shelf:2/in", "pdu:r5a/outlet:12"})
    EXPECT_TRUE(valid_scope(scope)) << scope;
}

TEST(Scope, RejectsEverythingElse) {
  for (const char* scope : {"", "/", "/node", "node/", "node//cpu:0", "Node", "node/cpu 0",
                            "node/c\xC3\xA9", "node\n", "node/cpu*"})
    EXPECT_FALSE(valid_scope(scope)) << scope;
}

TEST(Scope, IsAtMost256CharactersLong) {
  EXPECT_TRUE(valid_scope(std::string(256, 'a')));
  EXPECT_FALSE(valid_scope(std::string(257, 'a')));
}

TEST(Scope, ContainsItselfAndWhateverExtendsItByWholeSegments) {
  EXPECT_TRUE(contains("node", "node"));
  EXPECT_TRUE(contains("node", "node/cpu:0/core"));
  EXPECT_TRUE(contains("node/cpu:0", "node/cpu:0/core"));
  EXPECT_FALSE(contains("node/cpu:0/core", "node/cpu:0"));
}

TEST(Scope, DoesNotContainANeighbourWithALongerName) {
  EXPECT_FALSE(contains("node/cpu:1", "node/cpu:10"));
  EXPECT_FALSE(contains("node", "node2/cpu:0"));
  EXPECT_FALSE(contains("node/cpu:0", "node/dram:0"));
}

TEST(Scope, AnEmptyScopeContainsNothing) {
  EXPECT_FALSE(contains("", "node"));
  EXPECT_FALSE(overlap("", ""));
}

TEST(Scope, OverlapsInBothDirections) {
  EXPECT_TRUE(overlap("node/module:0", "node/module:0/gpu:0"));
  EXPECT_TRUE(overlap("node/module:0/gpu:0", "node/module:0"));
  EXPECT_FALSE(overlap("node/psu:1/in", "node/psu:2/in"));
}

}  // namespace
}  // namespace joulemark
