#include "promapi/selector.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

TEST(Selector, WritesNamesAndMatchersAsPromql) {
  EXPECT_EQ(to_promql({{"m_a", "m_b"}, {{"node", LabelMatcher::Op::kNoMatch, "x.*"}}}),
            R"({__name__=~"m_a|m_b",node!~"x.*"})");
  EXPECT_EQ(to_promql({{"m"}, {}}), R"({__name__="m"})");
}

TEST(Selector, QuotesWhateverANodeIsCalled) {
  EXPECT_EQ(to_promql({{"m"}, {one_of("node", {"a\"b\\c\nd"})}}),
            R"({__name__="m",node="a\"b\\c\nd"})");
}

TEST(Selector, TakesNamesLiterallyAmongSeveral) {
  EXPECT_EQ(one_of("node", {"a.b", "c+", "d|e"}).value, R"(a\.b|c\+|d\|e)");
}

TEST(Selector, ReadsMatchersAsPeopleWriteThem) {
  using Op = LabelMatcher::Op;
  EXPECT_EQ(*parse_matcher(R"(rack="r7")"), (LabelMatcher{"rack", Op::kEqual, "r7"}));
  EXPECT_EQ(*parse_matcher(R"( rack != "a\"b" )"), (LabelMatcher{"rack", Op::kNotEqual, "a\"b"}));
  EXPECT_EQ(*parse_matcher(R"(x=~"a|b")"), (LabelMatcher{"x", Op::kMatch, "a|b"}));
  EXPECT_EQ(*parse_matcher(R"(x=~"gpu\\d\n")"), (LabelMatcher{"x", Op::kMatch, "gpu\\d\n"}));
  EXPECT_EQ(*parse_matcher(R"(x!~"")"), (LabelMatcher{"x", Op::kNoMatch, ""}));
}

TEST(Selector, RefusesWhatIsNoMatcher) {
  for (const auto* text : {"", "x", "x=y", R"(="y")", R"(1x="y")", R"(x=="y")", R"(x="y)",
                           R"(x="y"z")", R"(x="y\")", R"(x="a",y="b")", R"(x=~"gpu\d")"})
    EXPECT_FALSE(parse_matcher(text)) << text;
}

}  // namespace
}  // namespace joulemark
