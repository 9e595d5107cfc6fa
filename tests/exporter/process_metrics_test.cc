#include "exporter/process_metrics.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

TEST(ParseStat, FindsTheFieldsBehindANameWithBracketsAndBlanks) {
  const auto stat = parse_stat(
      "42 (a) b (c)) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 0 19000 123456789 2048 99 98");
  ASSERT_TRUE(stat);
  EXPECT_EQ(stat->threads, 17U);
  EXPECT_EQ(stat->start_ticks, 19000U);
  EXPECT_EQ(stat->virtual_bytes, 123456789U);
  EXPECT_EQ(stat->resident_pages, 2048U);
}

TEST(ParseStat, RefusesWhatIsNoStatLine) {
  for (const char* text :
       {"", "42", "42 (a) S", "42 (a) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 x"})
    EXPECT_FALSE(parse_stat(text)) << text;
}

TEST(ProcessFacts, AreThoseOfThisProcess) {
  const auto facts = read_process_facts();
  ASSERT_TRUE(facts);
  EXPECT_GE(facts->threads, 1U);
  EXPECT_GT(facts->open_fds, 2U);
  EXPECT_GT(facts->resident_bytes, 100'000U);
  const auto now = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
  EXPECT_LT(facts->started, now);
  EXPECT_GT(facts->started, now - std::chrono::hours(1));
  EXPECT_EQ(facts->started, read_process_facts()->started);
}

}  // namespace
}  // namespace joulemark
