#include "mlperf/log/log_record.h"

#include <gtest/gtest.h>

namespace joulemark::mlperf {
namespace {

TEST(LogRecord, TextBeforeTheTokenIsDropped) {
  EXPECT_EQ(record_text(" 0: :::MLLOG {\"key\": 1}"), "{\"key\": 1}");
  EXPECT_EQ(record_text(":::ENDPTS\t{}"), "{}");
  EXPECT_EQ(record_text("power_begin 11-30-2026 12:00:00.000"), "");
}

TEST(LogRecord, ItsKeyIsFoundWithoutReadingTheRest) {
  EXPECT_EQ(key_of(R"({"key": "power_begin", "value": 1})"), "power_begin");
  EXPECT_EQ(key_of(R"({"namespace": "", "key":"run_start"})"), "run_start");
  EXPECT_EQ(key_of(R"({"key": 5})"), "");
  EXPECT_EQ(key_of(R"({"other": "x"})"), "");
}

TEST(LogRecord, HasValueTimeAndMetadataOfAnyType) {
  const auto node = parse_record(
      R"({"namespace": "", "time_ms": 1715898651602, "event_type": "POINT_IN_TIME", "key": "conversion_eff",
          "value": 0.95, "metadata": {"measurement_type": "AC", "n": 1}})");
  ASSERT_TRUE(node);
  EXPECT_EQ(node->number, 0.95);
  EXPECT_EQ(epoch_ms(*node), 1715898651602);
  EXPECT_EQ(node->metadata.at("measurement_type"), "AC");
  EXPECT_FALSE(node->metadata.contains("n"));
  const auto loadgen =
      parse_record(R"({"key": "k", "value": "VALID", "time_ms": 0.005, "metadata": ""})");
  ASSERT_TRUE(loadgen);
  EXPECT_EQ(loadgen->text, "VALID");
  EXPECT_FALSE(epoch_ms(*loadgen));
  EXPECT_FALSE(parse_record(R"({"key": "k", "value": true})")->number);
}

TEST(LogRecord, WhatIsNoneIsNone) {
  for (const char* text :
       {"", "{", "[]", "{\"key\": 1}", "{\"key\": \"\"}", "nonsense", "{\"key\": \"\xff\xfe\"}"})
    EXPECT_FALSE(parse_record(text)) << text;
}

}  // namespace
}  // namespace joulemark::mlperf
