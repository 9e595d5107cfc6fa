#include "exporter/label_text.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

TEST(AppendLabel, EscapesQuoteBackslashAndNewline) {
  std::string out;
  append_label(out, "model", "a\"b\\c\nd");
  EXPECT_EQ(out, "model=\"a\\\"b\\\\c\\nd\"");
}

}  // namespace
}  // namespace joulemark
