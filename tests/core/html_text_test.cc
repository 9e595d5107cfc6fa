#include "core/html_text.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

TEST(HtmlText, LeavesNoMarkup) { EXPECT_EQ(html_text("<b>&\"'"), "&lt;b&gt;&amp;&quot;&#39;"); }

TEST(HtmlText, KeepsEverythingElse) { EXPECT_EQ(html_text("Köln = 1/2;"), "Köln = 1/2;"); }

}  // namespace
}  // namespace joulemark
