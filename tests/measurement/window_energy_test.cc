// What is decided before and after the rules of one kind (METHOD S-4, S-5, L-2).

#include "measurement/window_energy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/measurement/made_series.h"

namespace joulemark {
namespace {

using made::every;
using made::window;

Series counter_of_500_watts() {
  return made::counter(every(1.0, -5.0, 65.0), [](double t) { return 500.0 * t; });
}

TEST(WindowEnergy, RefusesWhatIsNotRealPower) {
  Series series = counter_of_500_watts();
  series.metrology.power_kind = PowerKind::kApparent;
  const auto result = window_energy(series, window(0.0, 60.0), 0.0);
  EXPECT_EQ(result.refused, Code::kApparentPower);
  EXPECT_EQ(result.codes, Codes{Code::kApparentPower});
  EXPECT_EQ(result.energy, 0.0);
}

TEST(WindowEnergy, RefusesAClockThatMayBeOffByMoreThanASecond) {
  const Series series = counter_of_500_watts();
  EXPECT_FALSE(window_energy(series, window(0.0, 60.0), 1.0).refused);
  EXPECT_EQ(window_energy(series, window(0.0, 60.0), 1.01).refused, Code::kClockUnsynced);
  EXPECT_EQ(window_energy(series, window(0.0, 60.0), std::nan("")).refused, Code::kClockUnsynced);
}

TEST(WindowEnergy, RefusesAWindowThatEndsBeforeItBegins) {
  EXPECT_TRUE(window_energy(counter_of_500_watts(), window(60.0, 0.0), 0.0).refused);
  EXPECT_TRUE(window_energy(counter_of_500_watts(), window(30.0, 30.0), 0.0).refused);
}

TEST(WindowEnergy, SaysThatBoundsWereDeclaredAndIgnoresThem) {
  Series series = counter_of_500_watts();
  const auto plain = window_energy(series, window(0.3, 59.7), 0.1);
  series.metrology.power_min = Bound{Watts(490.0), BoundsSource::kDeclared};
  series.metrology.power_max = Bound{Watts(510.0), BoundsSource::kDeclared};
  const auto declared = window_energy(series, window(0.3, 59.7), 0.1);
  EXPECT_TRUE(declared.codes.contains(Code::kBoundsDeclared));
  EXPECT_EQ(declared.combined.U, plain.combined.U);
}

TEST(WithoutPlan, KeepsOnlyWhatTheDeviceSaid) {
  Series series = counter_of_500_watts();
  series.metrology.power_min = Bound{Watts(400.0), BoundsSource::kMeasuredIdle};
  series.metrology.power_max = Bound{Watts(700.0), BoundsSource::kDevice};
  const Series plain = without_plan(series);
  EXPECT_FALSE(plain.metrology.power_min);
  EXPECT_TRUE(plain.metrology.power_max);
}

}  // namespace
}  // namespace joulemark
