#include "sources/redfish/service/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace joulemark::redfish {
namespace {

using ::testing::HasSubstr;

TEST(RedfishDocument, KeepsHowNumbersWereWritten) {
  const auto document =
      parse_document(R"({"a": 97.0, "b": 97, "c": {"Reading": 352.10}, "d": "12.5",
      "e": null, "f": "N/A", "g": true, "h": {"Reading": null}, "i": [1]})");
  ASSERT_TRUE(document);
  const auto number = [&](const char* key) {
    return document->number(member(document->body, key));
  };
  EXPECT_EQ(number("a")->token, "97.0");
  EXPECT_EQ(number("b")->token, "97");
  EXPECT_EQ(number("c")->token, "352.10");
  EXPECT_EQ(number("d")->value, 12.5);
  for (const char* key : {"e", "f", "g", "h", "i", "missing"}) EXPECT_FALSE(number(key)) << key;
}

TEST(RedfishDocument, IsRefusedWhenItIsNoJsonObject) {
  for (const char* body : {"", "<html>404</html>", "[]", "12", "{\"a\":", "{\"a\": 1} trailing"})
    EXPECT_EQ(parse_document(body).error().code, ErrorCode::kInvalid) << body;
  EXPECT_TRUE(parse_document("{\"a\": 1}\n"));  // CIMC sends one more line end
}

TEST(RedfishDocument, OfManyLevelsIsRefusedInBoundedDepth) {
  std::string deep = "{\"a\":";
  for (int i = 0; i < 100000; ++i) deep += '[';
  EXPECT_EQ(parse_document(deep).error().code, ErrorCode::kInvalid);
}

TEST(RedfishDocument, WithAnErrorInsideIsAnErrorThatSaysIt) {
  const auto document = parse_document(R"({"Id": "x", "error": {"code": "Base.1.8.GeneralError",
      "message": "A \u0001general error\nhas occurred."}})");
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(document.error().message, HasSubstr("general errorhas occurred"));
  EXPECT_TRUE(parse_document(R"({"error": "just a text"})"));
}

}  // namespace
}  // namespace joulemark::redfish
