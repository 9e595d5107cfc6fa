#include "query/html.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

TEST(Html, EscapesTextsAndAttributeValues) {
  EXPECT_EQ(text("<script>&'\"").markup(), "&lt;script&gt;&amp;&#39;&quot;");
  EXPECT_EQ(Element("td").with("title", "\" onclick=\"x()").of("<b>").markup(),
            "<td title=\"&quot; onclick=&quot;x()\">&lt;b&gt;</td>");
}

TEST(Html, DropsControlCharactersAndInvalidUtf8) {
  EXPECT_EQ(text(std::string("a\0\x1b[2Jb\xFF", 8)).markup(), "a[2Jb\xEF\xBF\xBD");
}

TEST(Html, NestsElementsWithoutEscapingThemTwice) {
  EXPECT_EQ(element("ul", element("li", "a & b") + element("li", "mark", "c")).markup(),
            "<ul><li>a &amp; b</li><li class=\"mark\">c</li></ul>");
  EXPECT_EQ(Element("rect").with("width", "3").alone().markup(), "<rect width=\"3\"/>");
}

}  // namespace
}  // namespace joulemark
