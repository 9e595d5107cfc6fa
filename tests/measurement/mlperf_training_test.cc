#include "measurement/mlperf_training.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/measurement/made_series.h"

namespace joulemark {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Series readings(const std::vector<double>& times, const std::vector<double>& watts) {
  Series series;
  series.kind = SeriesKind::kGauge;
  for (const double t : times) series.time.push_back(made::at(t));
  series.value = watts;
  return series;
}

// 100 x 0.5 from t0, 200 x 1, 300 x 1; what comes after the first reading past t1 is left out.
TEST(MlperfTraining, SumsReadingsTimesTheTimeSinceThePrevious) {
  const Series series = readings({0, 1, 2, 3, 4}, {50, 100, 200, 300, 400});
  EXPECT_NEAR(*mlperf_training_joules(series, made::window(0.5, 2.5)), 550.0, 1e-9);
  EXPECT_NEAR(*mlperf_training_joules(series, made::window(0.0, 2.0)), 300.0, 1e-9);
}

TEST(MlperfTraining, DropsWhatIsNoReading) {
  const Series series = readings({1, 2, 2, 3}, {100, kNan, 200, -5});
  EXPECT_NEAR(*mlperf_training_joules(series, made::window(0, 2)), 300.0, 1e-9);
  EXPECT_FALSE(mlperf_training_joules(series, made::window(0, 3)));
}

TEST(MlperfTraining, AnUncoveredEndHasNoFigure) {
  const auto result = mlperf_training_joules(readings({1, 2}, {1, 1}), made::window(0, 3));
  EXPECT_EQ(result.error().code, ErrorCode::kNotPresent);
  EXPECT_FALSE(mlperf_training_joules(readings({}, {}), made::window(0, 3)));
}

TEST(MlperfTraining, RefusesWhatIsNoGaugeOfRealPower) {
  const Series good = readings({1, 2, 3}, {1, 1, 1});
  Series counter = good, apparent = good, torn = good, turned = good;
  counter.kind = SeriesKind::kCounter;
  apparent.metrology.power_kind = PowerKind::kApparent;
  torn.value.pop_back();
  std::swap(turned.time[0], turned.time[2]);
  for (const Series* bad : {&counter, &apparent, &torn, &turned})
    EXPECT_EQ(mlperf_training_joules(*bad, made::window(0, 3)).error().code, ErrorCode::kInvalid);
  EXPECT_FALSE(mlperf_training_joules(good, made::window(3, 3)));
  EXPECT_FALSE(mlperf_training_joules(readings({2}, {1.7e308}), made::window(0, 2)));
}

TEST(MlperfDiffers, OutsideTheUncertaintyOnly) {
  EXPECT_FALSE(mlperf_differs(103, 100, 3));
  EXPECT_TRUE(mlperf_differs(103.1, 100, 3));
  EXPECT_TRUE(mlperf_differs(kNan, 100, 3));
}

}  // namespace
}  // namespace joulemark
