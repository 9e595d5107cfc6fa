#include "measurement/classify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace joulemark {
namespace {

using std::chrono::milliseconds;

Metrology from_datasheet() {
  Metrology m;
  m.accuracy.source = AccuracySource::kDatasheet;
  m.update_interval = milliseconds(1);
  return m;
}

Series counter() {
  Series series;
  series.kind = SeriesKind::kCounter;
  series.metrology = from_datasheet();
  series.metrology.resolution = 1e-6;
  return series;
}

Series integrated(Duration interval) {
  Series series = counter();
  series.kind = SeriesKind::kIntegrated;
  series.metrology.sampling = Sampling::kStratified;
  series.metrology.update_interval = Duration{0};
  series.metrology.sampling_interval = interval;
  return series;
}

Series average(Duration window) {
  Series series = counter();
  series.kind = SeriesKind::kGauge;
  series.metrology.averaging = window;
  series.metrology.update_interval = Duration{0};
  return series;
}

// A window in which nothing is wrong.
SeriesEnergy fine(double duration = 600.0) {
  SeriesEnergy energy;
  energy.energy = 500.0 * duration;
  energy.duration = duration;
  energy.samples = static_cast<std::size_t>(duration);
  energy.longest_interval = 1.0;
  return energy;
}

bool says(const Series& series, const SeriesEnergy& energy, Code code, double scrape = 1.0,
          double clock = 0.01) {
  return sampling_codes(series, energy, scrape, clock).contains(code);
}

TEST(Sampling, AFineCounterInALongWindowHasNothingToSay) {
  EXPECT_TRUE(sampling_codes(counter(), fine(), 1.0, 0.01).empty());
}

TEST(Sampling, F1TakesACounterThatIsFineFastAndScrapedEveryFiveSeconds) {
  EXPECT_TRUE(meets_sampling(counter(), fine(), 5.01));
  EXPECT_FALSE(meets_sampling(counter(), fine(), 15.0));
  Series coarse = counter();
  coarse.metrology.resolution = 301.0;
  EXPECT_FALSE(meets_sampling(coarse, fine(), 1.0));
  coarse.metrology.resolution = 300.0;
  EXPECT_TRUE(meets_sampling(coarse, fine(), 1.0));
  Series slow = counter();
  slow.metrology.update_interval = milliseconds(1001);
  EXPECT_FALSE(meets_sampling(slow, fine(), 1.0));
  slow.metrology.update_interval.reset();
  EXPECT_FALSE(meets_sampling(slow, fine(), 1.0));
}

TEST(Sampling, F1TakesAContiguousAverageEverySecond) {
  EXPECT_TRUE(meets_sampling(average(milliseconds(1000)), fine(), 1.0));
  EXPECT_FALSE(meets_sampling(average(milliseconds(500)), fine(), 1.0));   // leaves half out
  EXPECT_FALSE(meets_sampling(average(milliseconds(3000)), fine(), 3.0));  // too slow
}

TEST(Sampling, F1TakesRandomReadingsOnlyAtTenHertzInTheExporter) {
  EXPECT_TRUE(meets_sampling(integrated(milliseconds(100)), fine(), 5.0));
  EXPECT_FALSE(meets_sampling(integrated(milliseconds(200)), fine(), 1.0));
  Series periodic = integrated(milliseconds(100));
  periodic.metrology.sampling = Sampling::kPeriodic;
  EXPECT_FALSE(meets_sampling(periodic, fine(), 1.0));
  Series instantaneous_gauge = average(Duration{0});
  EXPECT_FALSE(meets_sampling(instantaneous_gauge, fine(), 0.1));
  EXPECT_TRUE(says(periodic, fine(), Code::kSamplingTooSlow));
}

TEST(Sampling, F2WantsAMinuteAndSixtySamples) {
  EXPECT_TRUE(says(counter(), fine(599), Code::kWindowTooShort));
  SeriesEnergy few = fine(700);
  few.samples = 59;
  EXPECT_TRUE(says(counter(), few, Code::kWindowTooShort));
  EXPECT_EQ(cap_of_series(few, {Code::kWindowTooShort}), Class::kReferenceOnly);
  EXPECT_EQ(cap_of_series(fine(59), {Code::kWindowTooShort}), Class::kReferenceOnly);
  EXPECT_EQ(cap_of_series(fine(60), {Code::kWindowTooShort}), Class::kCalibrated);
}

TEST(Sampling, WhereOnlyTheEdgesWereFetchedTheScrapesAreCounted) {
  Series edges = counter();
  edges.edges_only = true;
  SeriesEnergy energy = fine(3600);
  energy.samples = 20;
  energy.longest_interval = 3500;
  EXPECT_EQ(samples_in_window(edges, energy, 5.0), 720.0);
  EXPECT_TRUE(sampling_codes(edges, energy, 5.0, 0.01).empty());
  EXPECT_EQ(cap_of_series(energy, {Code::kWindowTooShort}, 720.0), Class::kCalibrated);
}

TEST(Sampling, F3WantsNoIntervalBeyondThreeStepsOrFiveSeconds) {
  SeriesEnergy hole = fine();
  hole.longest_interval = 3.2;
  EXPECT_TRUE(says(counter(), hole, Code::kIntervalTooLong));
  hole.longest_interval = 3.05;
  EXPECT_FALSE(says(counter(), hole, Code::kIntervalTooLong));
  hole.longest_interval = 5.05;
  EXPECT_FALSE(says(counter(), hole, Code::kIntervalTooLong, 5.0));
  hole.longest_interval = 5.2;
  EXPECT_TRUE(says(counter(), hole, Code::kIntervalTooLong, 5.0));
}

TEST(Sampling, F4WantsABetterClockForAShorterWindow) {
  EXPECT_FALSE(says(counter(), fine(599), Code::kClockBoundHigh, 1.0, 0.1));
  EXPECT_TRUE(says(counter(), fine(599), Code::kClockBoundHigh, 1.0, 0.11));
  EXPECT_FALSE(says(counter(), fine(600), Code::kClockBoundHigh, 1.0, 0.5));
  EXPECT_TRUE(says(counter(), fine(600), Code::kClockBoundHigh, 1.0, 0.51));
}

TEST(Sampling, F5GivesTheBestClassWhoseBudgetIsMet) {
  const auto budget = [](double integration, double edge, double gap) {
    return Budget{{.name = "integration", .u = integration, .group = {}, .outage = {}},
                  {.name = "edge", .u = edge, .group = {}, .outage = {}},
                  {.name = "gap", .u = gap, .group = {}, .outage = {}},
                  {.name = "gain", .u = 1000.0, .group = {}, .outage = {}}};
  };
  EXPECT_EQ(class_of_sampling_budget(budget(3, 4, 0), 1000.0), Class::kCalibrated);
  EXPECT_EQ(class_of_sampling_budget(budget(3, 4, 1), 1000.0), Class::kCrossValidated);
  EXPECT_EQ(class_of_sampling_budget(budget(9, 12, 0), 1000.0), Class::kCrossValidated);
  EXPECT_EQ(class_of_sampling_budget(budget(9, 12, 1), 1000.0), Class::kVendorStated);
}

TEST(Sampling, F5IsTheLimitOfTheClassThatTheAccuracyAllows) {
  SeriesEnergy energy = fine();
  energy.budget = {{.name = "edge", .u = 0.01 * energy.energy, .group = {}, .outage = {}}};
  EXPECT_FALSE(says(counter(), energy, Code::kBudgetExceeded));  // data sheet: vendor-stated anyway
  Series certified = counter();
  certified.metrology.accuracy.source = AccuracySource::kCertificate;
  EXPECT_TRUE(says(certified, energy, Code::kBudgetExceeded));
  EXPECT_EQ(cap_of_series(energy, {Code::kBudgetExceeded}), Class::kCrossValidated);
}

TEST(Classes, FollowTheSourceOfTheAccuracy) {
  Metrology m;
  const std::pair<AccuracySource, Class> rows[] = {
      {AccuracySource::kCertificate, Class::kCalibrated},
      {AccuracySource::kDevice, Class::kVendorStated},
      {AccuracySource::kDatasheet, Class::kVendorStated},
      {AccuracySource::kClassDefault, Class::kReferenceOnly},
      {AccuracySource::kNone, Class::kReferenceOnly}};
  for (const auto& [source, cls] : rows) {
    m.accuracy.source = source;
    EXPECT_EQ(class_of_accuracy(m), cls) << to_string(source);
  }
}

TEST(Classes, DefaultsUnknownAccuracyAndFilteredSensorsSaySo) {
  Series series = counter();
  series.metrology.accuracy.source = AccuracySource::kClassDefault;
  EXPECT_TRUE(says(series, fine(), Code::kClassDefaultAccuracy));
  series.metrology.accuracy.source = AccuracySource::kNone;
  EXPECT_TRUE(says(series, fine(), Code::kClassDefaultAccuracy));
  series.metrology.filtered = true;
  EXPECT_TRUE(says(series, fine(), Code::kSensorFiltered));
}

TEST(Caps, OfAGapDependOnItsShare) {
  SeriesEnergy energy = fine();
  const std::pair<double, Class> rows[] = {{0.01, Class::kCalibrated},
                                           {0.011, Class::kVendorStated},
                                           {0.05, Class::kVendorStated},
                                           {0.051, Class::kReferenceOnly}};
  for (const auto& [fraction, cap] : rows) {
    energy.gap_fraction = fraction;
    EXPECT_EQ(cap_of_series(energy, {Code::kGap}), cap) << fraction;
  }
}

TEST(Caps, OfAnExtrapolatedEdgeDependOnItsDistance) {
  SeriesEnergy energy = fine(600);
  energy.edge_distance = 10.0;
  EXPECT_EQ(cap_of_series(energy, {Code::kEdgeExtrapolated}), Class::kCalibrated);
  energy.edge_distance = 10.1;
  EXPECT_EQ(cap_of_series(energy, {Code::kEdgeExtrapolated}), Class::kReferenceOnly);
  energy.duration = 60.0;
  energy.edge_distance = 5.0;
  EXPECT_EQ(cap_of_series(energy, {Code::kEdgeExtrapolated}), Class::kCalibrated);
}

TEST(Caps, OfTicksDependOnTheHeadlineUncertainty) {
  SeriesEnergy energy = fine();
  energy.headline_U = 0.10 * energy.energy;
  EXPECT_EQ(cap_of_series(energy, {Code::kTickLimited}), Class::kCalibrated);
  energy.headline_U *= 1.01;
  EXPECT_EQ(cap_of_series(energy, {Code::kTickLimited}), Class::kReferenceOnly);
}

TEST(Caps, TheWorstCodeDecides) {
  EXPECT_EQ(cap_of_series(fine(), {Code::kUpdateUnknown}), Class::kCalibrated);
  EXPECT_EQ(cap_of_series(fine(), {Code::kCounterReset}), Class::kVendorStated);
  EXPECT_EQ(cap_of_series(fine(), {Code::kCounterReset, Code::kAliasRisk}), Class::kReferenceOnly);
  EXPECT_EQ(cap_of_codes({Code::kSharedNode}), Class::kVendorStated);
  EXPECT_EQ(cap_of_codes({Code::kPartialScope, Code::kSharedNode}), Class::kReferenceOnly);
  EXPECT_EQ(cap_of_codes({}), Class::kCalibrated);
}

TEST(Caps, ARefusedSeriesHasNoBetterClass) {
  SeriesEnergy refused = fine();
  refused.refused = Code::kTooFewSamples;
  EXPECT_EQ(cap_of_series(refused, {Code::kTooFewSamples}), Class::kReferenceOnly);
}

}  // namespace
}  // namespace joulemark
