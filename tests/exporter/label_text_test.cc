#include "exporter/label_text.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

TEST(AppendLabel, EscapesQuoteBackslashAndNewline) {
  std::string out;
  append_label(out, "model", "a\"b\\c\nd");
  EXPECT_EQ(out, "model=\"a\\\"b\\\\c\\nd\"");
}

TEST(HtmlText, LeavesNoMarkup) { EXPECT_EQ(html_text("<b>&\"'"), "&lt;b&gt;&amp;&quot;&#39;"); }

}  // namespace
}  // namespace joulemark
