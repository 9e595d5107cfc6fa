#include "query/text_table.h"

#include <gmock/gmock.h>

namespace joulemark {
namespace {

using testing::ElementsAre;

TEST(TextTable, AlignsItsColumnsAndLeavesNoBlanksAtTheEnd) {
  EXPECT_THAT(text_table({{"NAME", "NOW", ""}, {"a", "7", "x"}}, {{9}, {9, true}}, 80),
              ElementsAre("NAME  NOW", "a       7  x"));
}

TEST(TextTable, PutsACellThatIsTooWideOnALineOfItsOwn) {
  EXPECT_THAT(text_table({{"1", "NAME", "z"}, {"2", "much-too-long", "y"}}, {{3}, {4}}, 80),
              ElementsAre("1  NAME  z", "2  much-too-long", "         y"));
}

TEST(TextTable, WrapsTheLastCellBelowItself) {
  EXPECT_THAT(text_table({{"a", "one two three"}}, {{3}}, 10),
              ElementsAre("a  one two", "   three"));
}

}  // namespace
}  // namespace joulemark
