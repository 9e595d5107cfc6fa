#include "measurement/duplicate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace joulemark {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

Series series_of(const std::vector<double>& times, const std::vector<double>& values) {
  Series series;
  for (double t : times) series.time.push_back(UtcTime(from_seconds(t)));
  series.value = values;
  return series;
}

TEST(DuplicateSeries, IdenticalTimesAndValuesAreFound) {
  const Series a = series_of({1, 2, 3}, {10, 20, 30}), b = series_of({1, 2, 3}, {10, 20, 31});
  const Series* all[] = {&a, &b, &a, &a};
  EXPECT_THAT(duplicate_series(all), ElementsAre(Pair(0u, 2u), Pair(0u, 3u)));
}

TEST(DuplicateSeries, OneNanosecondOrOneMiddleValueMakesADifference) {
  const Series a = series_of({1, 2, 3}, {10, 20, 30});
  Series late = a, middle = a;
  late.time[1] += Duration(1);
  middle.value[1] = 20.000001;
  const Series* all[] = {&a, &late, &middle};
  EXPECT_THAT(duplicate_series(all), IsEmpty());
}

TEST(DuplicateSeries, ASharedNanIsNoDifference) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Series a = series_of({1, 2, 3}, {10, nan, 30}), b = a;
  const Series* all[] = {&a, &b};
  EXPECT_THAT(duplicate_series(all), ElementsAre(Pair(0u, 1u)));
}

TEST(DuplicateSeries, EmptySeriesAndSingleSamplesProveNothing) {
  const Series none, one = series_of({1}, {10});
  const Series* all[] = {&none, &none, &one, &one};
  EXPECT_THAT(duplicate_series(all), IsEmpty());
  EXPECT_THAT(duplicate_series({}), IsEmpty());
}

}  // namespace
}  // namespace joulemark
