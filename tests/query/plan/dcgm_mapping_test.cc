#include "query/plan/dcgm_mapping.h"

#include <gmock/gmock.h>

#include "query/plan/mapped_series.h"
#include "query/plan/plan_reader.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr UtcTime kBegin(std::chrono::seconds(1'796'000'000));

std::string plan_of(const std::string& match, const std::string& quantity, const std::string& more,
                    const std::string& scope = "node/gpu:{pci_bus_id}") {
  return "schema: joulemark.plan/1\nmembers: [{nodes: 'n1'}]\nmapping:\n  - {match: '" + match +
         "', node_label: Hostname, scope: '" + scope +
         "', component: gpu, boundary: component, "
         "supply: dc, quantity: " +
         quantity + ", " + more + "}\n";
}

std::string refusal(const std::string& match, const std::string& quantity,
                    const std::string& more) {
  const auto plan = read_plan(plan_of(match, quantity, more), "plan.yaml");
  return plan ? "accepted" : plan.error().message;
}

PlanMapping energy_mapping(const std::string& update = "30s") {
  const auto plan = read_plan(plan_of("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", "energy",
                                      "unit: millijoule, update_interval: " + update +
                                          ", source_class: \"NVML energy counter, A100, H100\""),
                              "plan.yaml");
  EXPECT_TRUE(plan) << plan.error().message;
  return plan->mapping.at(0);
}

struct Played {
  double watts = 400.0;
  Duration collect = 30s;
  Duration stands_from = 1h, stands_to = 1h;  // since the beginning
  double per_joule = 1e3;
};

RangeSeries series_of(const Played& played, const std::string& uuid = "GPU-aa",
                      const std::string& more = "") {
  RangeSeries out;
  out.labels = {{"__name__", "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION"},
                {"Hostname", "n1"},
                {"UUID", uuid},
                {"gpu", "0"},
                {"pci_bus_id", uuid == "GPU-bb" ? "00000000:43:00.0" : "00000000:1B:00.0"},
                {"pod", more}};
  for (Duration t = 0s; t <= 600s; t += 5s) {
    const bool stands = t >= played.stands_from && t < played.stands_to;
    const double collected =
        seconds(played.collect) *
        static_cast<double>((stands ? played.stands_from : t) / played.collect);
    out.samples.push_back({kBegin + t, played.per_joule * (1e6 + played.watts * collected)});
  }
  return out;
}

// The names and units of both dialects; a wrong unit is a factor of 1000.
TEST(DcgmMapping, TheUnitIsThatOfTheName) {
  EXPECT_EQ(refusal("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", "energy",
                    "unit: millijoule, update_interval: 1s"),
            "accepted");
  EXPECT_EQ(
      refusal("DCGM_FI_DEV_GPU_ENERGY_JOULES_TOTAL", "energy", "unit: joule, update_interval: 1s"),
      "accepted");
  EXPECT_EQ(
      refusal("DCGM_FI_DEV_POWER_USAGE{gpu=\"0\"}", "power", "unit: watt, update_interval: 1s"),
      "accepted");
  EXPECT_THAT(
      refusal("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", "energy", "unit: joule, update_interval: 1s"),
      AllOf(HasSubstr("plan.yaml:4: mapping"), HasSubstr("is in millijoule")));
  EXPECT_THAT(refusal("DCGM_FI_DEV_GPU_ENERGY_JOULES_TOTAL", "energy",
                      "unit: millijoule, update_interval: 1s"),
              HasSubstr("is in joule"));
  EXPECT_THAT(refusal("DCGM_FI_DEV_POWER_USAGE", "power", "unit: milliwatt, update_interval: 1s"),
              HasSubstr("is in watt"));
  EXPECT_THAT(refusal("DCGM_FI_DEV_POWER_USAGE", "energy", "unit: joule, update_interval: 1s"),
              HasSubstr("is a power"));
}

TEST(DcgmMapping, UnknownNamesAreRefused) {
  EXPECT_THAT(
      refusal("DCGM_FI_DEV_GPU_ENERGY_KWH", "energy", "unit: kilowatt_hour, update_interval: 1s"),
      HasSubstr("is no field of power or energy whose unit is known"));
}

// Without it METHOD would take a second, where the value may be half a minute old.
TEST(DcgmMapping, HowLongAValueIsRepeatedHasToBeSaid) {
  EXPECT_THAT(refusal("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", "energy", "unit: millijoule"),
              HasSubstr("its --collect-interval (30s, if it was started without)"));
  EXPECT_THAT(refusal("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", "energy",
                      "unit: millijoule, update_interval: null"),
              HasSubstr("update_interval"));
  EXPECT_EQ(refusal("node_rapl_package_joules_total", "energy", "unit: joule"), "accepted");
}

TEST(DcgmMapping, TheStatedUpdateIntervalBeatsTheRow) {
  const auto sensors = mapped_sensors(energy_mapping(), {series_of({})}, {"n1"});
  ASSERT_TRUE(sensors) << sensors.error().message;
  ASSERT_THAT(*sensors, SizeIs(1));
  const Metrology& m = sensors->at(0).series.metrology;
  EXPECT_EQ(m.update_interval, Duration(30s));
  EXPECT_EQ(m.observed_ratio, 0.25);
  EXPECT_EQ(m.accuracy.source, AccuracySource::kClassDefault);
}

// Nobody knows how old the first value is.
TEST(DcgmMapping, WhatWasThereBeforeTheFirstChangeIsLeftOut) {
  const auto sensors = mapped_sensors(energy_mapping(), {series_of({})}, {"n1"});
  EXPECT_EQ(sensors->at(0).series.time.front(), kBegin + 30s);
  EXPECT_EQ(sensors->at(0).series.time.back(), kBegin + 600s);
  EXPECT_EQ(sensors->at(0).series.value.front(), 1e6 + 400.0 * 30);
}

// dcgm-exporter#317: instances and pods repeat the whole GPU.
TEST(DcgmMapping, EachGpuOnce) {
  const auto sensors = mapped_sensors(energy_mapping(),
                                      {series_of({}, "GPU-aa", "a"), series_of({}, "GPU-aa", "b"),
                                       series_of({}, "MIG-1"), series_of({}, "GPU-bb")},
                                      {"n1"});
  ASSERT_TRUE(sensors);
  EXPECT_THAT(*sensors, SizeIs(2));
}

// As source nvml names it; an index says nothing about which GPU it is.
TEST(DcgmMapping, AGpuIsNamedByItsAddress) {
  const auto sensors = mapped_sensors(energy_mapping(), {series_of({})}, {"n1"});
  EXPECT_EQ(sensors->at(0).sensor.scope, "node/gpu:0000:1b:00.0");
  const std::string more = "unit: millijoule, update_interval: 1s";
  const auto by_index = read_plan(
      plan_of("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", "energy", more, "node/gpu:{gpu}"), "p.yaml");
  ASSERT_FALSE(by_index);
  EXPECT_THAT(by_index.error().message, HasSubstr("node/gpu:{pci_bus_id}"));
}

TEST(DcgmMapping, WithoutAnAddressTheUuidHasToDo) {
  RangeSeries old = series_of({});
  old.labels.erase("pci_bus_id");
  const auto refused = mapped_sensors(energy_mapping(), {old}, {"n1"});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("write {UUID}"));
}

// The same GPU under two names would count twice.
TEST(DcgmMapping, GpusOfAnotherSourceBesideThemAreRefused) {
  const auto plan = read_plan(plan_of("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", "energy",
                                      "unit: millijoule, update_interval: 30s", "node/gpu:{UUID}"),
                              "plan.yaml");
  ASSERT_TRUE(plan) << plan.error().message;
  const PlanMapping& by_uuid = plan->mapping[0];
  const auto mapped = mapped_sensors(by_uuid, {series_of({})}, {"n1"});
  ASSERT_TRUE(mapped);
  EXPECT_EQ(mapped->at(0).sensor.scope, "node/gpu:gpu-aa");
  for (const char* source : {"nvml", "dcgm_exporter", "rapl"}) {
    SensorTelemetry other;
    other.sensor.node = "n1";
    other.sensor.source = source;
    const auto checked = check_no_second_name(by_uuid, *mapped, {other});
    EXPECT_EQ(checked.has_value(), other.sensor.source == "rapl") << source;
    EXPECT_TRUE(check_no_second_name(energy_mapping(), *mapped, {other}));
    other.sensor.node = "n2";
    EXPECT_TRUE(check_no_second_name(by_uuid, *mapped, {other}));
  }
}

// A collector that stood still: a gap, and not two minutes without power.
TEST(DcgmMapping, ValuesThatStoodStillAreAGap) {
  const auto sensors = mapped_sensors(
      energy_mapping(), {series_of({.stands_from = 180s, .stands_to = 360s})}, {"n1"});
  ASSERT_TRUE(sensors) << sensors.error().message;
  const Series& series = sensors->at(0).series;
  Duration longest{0};
  for (std::size_t i = 1; i < series.time.size(); ++i)
    longest = std::max(longest, Duration(series.time[i] - series.time[i - 1]));
  EXPECT_GE(longest, Duration(140s));
  EXPECT_EQ(series.value.back(), 1e6 + 400.0 * 600);
}

TEST(DcgmMapping, ASlowerCollectorThanStatedIsRefused) {
  const auto sensors = mapped_sensors(energy_mapping("1s"), {series_of({})}, {"n1"});
  ASSERT_FALSE(sensors);
  EXPECT_THAT(sensors.error().message,
              HasSubstr("changes every 30s: longer than update_interval (1s)"));
}

TEST(DcgmMapping, AClimbThatIsNoGpusIsRefused) {
  for (const double per_joule : {1.0, 1e6}) {
    const auto sensors =
        mapped_sensors(energy_mapping(), {series_of({.per_joule = per_joule})}, {"n1"});
    ASSERT_FALSE(sensors);
    EXPECT_THAT(sensors.error().message, HasSubstr("not in the unit of its name"));
  }
}

}  // namespace
}  // namespace joulemark
