#include "query/node_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/fakes/temp_folder.h"

namespace joulemark {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string error_of(std::string_view text) {
  const auto names = expand_node_list(text);
  return names ? "no error" : names.error().message;
}

TEST(NodeList, CountsUpWithTheWidthOfTheFirstNumber) {
  EXPECT_THAT(*expand_node_list("gpu[0008-0011],x9"),
              ElementsAre("gpu0008", "gpu0009", "gpu0010", "gpu0011", "x9"));
  EXPECT_THAT(*expand_node_list("n[8-11]"), ElementsAre("n8", "n9", "n10", "n11"));
}

TEST(NodeList, MultipliesSeveralBracketsAndKeepsTheOrder) {
  EXPECT_THAT(*expand_node_list("r[2,1]n[1-2]-ib"),
              ElementsAre("r2n1-ib", "r2n2-ib", "r1n1-ib", "r1n2-ib"));
}

TEST(NodeList, TakesBlanksAndLineBreaksForCommas) {
  EXPECT_THAT(*expand_node_list(" a ,b\n\nc\r\n"), ElementsAre("a", "b", "c"));
}

TEST(NodeList, NamesTheItemThatIsWrong) {
  EXPECT_THAT(error_of("a,gpu[1-"), HasSubstr("'gpu[1-': the brackets do not match"));
  EXPECT_THAT(error_of("gpu]1["), HasSubstr("do not match"));
  EXPECT_THAT(error_of("gpu[3-1]"), HasSubstr("the range falls"));
  EXPECT_THAT(error_of("gpu[a-b]"), HasSubstr("expected numbers"));
  EXPECT_THAT(error_of("gpu[]"), HasSubstr("expected numbers"));
  EXPECT_THAT(error_of("gpu[1-2-3]"), HasSubstr("expected numbers"));
  EXPECT_THAT(error_of("a,b,a"), HasSubstr("'a': is listed twice"));
  EXPECT_THAT(error_of("node\"1"), HasSubstr("letters, digits"));
  EXPECT_THAT(error_of(" , "), HasSubstr("is empty"));
}

TEST(NodeList, RefusesMoreThanTenThousandNodesQuickly) {
  EXPECT_EQ(expand_node_list("n[1-10000]")->size(), kMostNodes);
  EXPECT_THAT(error_of("n[1-10001]"), HasSubstr("more than 10000"));
  EXPECT_THAT(error_of("n[0-99999999999]"), HasSubstr("more than 10000"));
  EXPECT_THAT(error_of("n[1-200]x[1-200]"), HasSubstr("more than 10000"));
  EXPECT_THAT(error_of("n[99999999999999999999]"), HasSubstr("expected numbers"));
}

TEST(NodeList, ReadsAFileWithComments) {
  const TempFolder folder;
  folder.write("hosts", "# rack 7\ngpu[1-2]\n\ngpu9 # spare\n");
  EXPECT_THAT(*read_node_list("@" + (folder.path() / "hosts").string()),
              ElementsAre("gpu1", "gpu2", "gpu9"));
  EXPECT_THAT(read_node_list("@/nowhere/hosts").error().message,
              HasSubstr("/nowhere/hosts: No such file"));
}

}  // namespace
}  // namespace joulemark
