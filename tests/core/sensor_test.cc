#include "core/sensor.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

TEST(Sensor, LabelWordsReadBackAsWhatTheyWere) {
  for (int i = 0; i <= static_cast<int>(Component::kOther); ++i)
    EXPECT_EQ(parse_component(to_string(static_cast<Component>(i))), static_cast<Component>(i));
  for (int i = 0; i <= static_cast<int>(Boundary::kUnknown); ++i)
    EXPECT_EQ(parse_boundary(to_string(static_cast<Boundary>(i))), static_cast<Boundary>(i));
  for (int i = 0; i <= static_cast<int>(BoundsSource::kDeclared); ++i)
    EXPECT_EQ(parse_bounds_source(to_string(static_cast<BoundsSource>(i))),
              static_cast<BoundsSource>(i));
  EXPECT_EQ(parse_boundary("AC"), std::nullopt);
}

TEST(Sensor, AccuracyGroupNamesWhatIsKnown) {
  Sensor sensor;
  sensor.source = "rapl";
  sensor.model = "Xeon";
  EXPECT_EQ(default_accuracy_group(sensor), "rapl/Xeon");
}

TEST(Units, MultiplyAndDivideAcrossUnits) {
  EXPECT_EQ(Watts(100) * std::chrono::seconds(2), Joules(200));
  EXPECT_EQ(Joules(200) / std::chrono::seconds(2), Watts(100));
  EXPECT_EQ(from_seconds(-1.5), std::chrono::milliseconds(-1500));
}

}  // namespace
}  // namespace joulemark
