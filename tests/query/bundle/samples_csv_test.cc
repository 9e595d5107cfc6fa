#include "query/bundle/samples_csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace joulemark {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

UtcTime at(std::int64_t ns) { return UtcTime(Duration(ns)); }

std::string complaint(const std::string& text) {
  Series series;
  const auto read = samples_from_csv(text, "samples/a/b/c.csv", series);
  return read ? "no complaint" : read.error().message;
}

TEST(SamplesCsv, GivesBackEveryBit) {
  Series series;
  series.time = {at(1'796'000'000'123'456'789), at(1'796'000'001'123'456'789)};
  series.value = {0.1 + 0.2, std::nextafter(1e300, 2e300)};
  series.variance = {5e-324, std::numeric_limits<double>::infinity()};
  series.power_max = {-0.0, std::numeric_limits<double>::quiet_NaN()};
  series.start = {at(-1), at(7)};
  Series again;
  ASSERT_TRUE(samples_from_csv(samples_to_csv(series), "x", again));
  EXPECT_EQ(again.time, series.time);
  EXPECT_EQ(again.value, series.value);
  EXPECT_EQ(again.variance, series.variance);
  EXPECT_EQ(again.start, series.start);
  EXPECT_TRUE(std::signbit(again.power_max[0]));
  EXPECT_TRUE(std::isnan(again.power_max[1]));
  EXPECT_THAT(again.uncovered, IsEmpty());
}

TEST(SamplesCsv, IsReadableByAnything) {
  Series series;
  series.time = {at(5)};
  series.value = {300.25};
  series.resets = {1.0};
  EXPECT_EQ(samples_to_csv(series), "time_ns,value,resets\n5,300.25,1\n");
}

TEST(SamplesCsv, OfASensorWithoutSamplesIsAHeader) {
  Series series;
  EXPECT_EQ(samples_to_csv(series), "time_ns,value\n");
  EXPECT_EQ(complaint("time_ns,value\n"), "no complaint");
}

TEST(SamplesCsv, NamesTheLineThatIsWrong) {
  EXPECT_THAT(complaint(""), HasSubstr("samples/a/b/c.csv, line 1: expected time_ns,value"));
  EXPECT_THAT(complaint("time_ns,value,power\n"), HasSubstr("line 1"));
  EXPECT_THAT(complaint("time_ns,variance\n"), HasSubstr("line 1"));
  EXPECT_THAT(complaint("time_ns,resets,value\n"), HasSubstr("line 1"));
  EXPECT_THAT(complaint("time_ns,value\n1,2\n2,x\n"), HasSubstr("line 3"));
  EXPECT_THAT(complaint("time_ns,value\n1,2,3\n"), HasSubstr("line 2"));
  EXPECT_THAT(complaint("time_ns,value\n1\n"), HasSubstr("line 2"));
  EXPECT_THAT(complaint("time_ns,value\n1.5,2\n"), HasSubstr("line 2"));
  EXPECT_THAT(complaint("time_ns,value\n2,2\n1,2\n"), HasSubstr("line 3"));
  EXPECT_THAT(complaint("time_ns,value\n99999999999999999999,2\n"), HasSubstr("line 2"));
}

}  // namespace
}  // namespace joulemark
