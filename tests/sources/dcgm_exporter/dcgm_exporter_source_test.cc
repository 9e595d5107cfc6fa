#include "sources/dcgm_exporter/dcgm_exporter_source.h"

#include "measurement/sensor_dressing.h"
#include "tests/sources/dcgm_exporter/dcgm_rig.h"

namespace joulemark::dcgm_exporter {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class DcgmSource : public DcgmRig {};

TEST_F(DcgmSource, NothingIsServedBeforeThePageWasSeen) {
  const auto source = open();
  EXPECT_THAT(*source->discover(), IsEmpty());
  EXPECT_THAT(play(*source, 1), IsEmpty());
  ASSERT_THAT(sensors, SizeIs(2));
  EXPECT_EQ(sensors[0].id, "0000:1b:00.0/energy");
  EXPECT_EQ(sensors[1].id, "0000:1b:00.0/power");
  EXPECT_EQ(requests[0].url, "http://localhost:9400/metrics");
}

// A page does not say how old a value is; one collect_interval at most is all that is known.
TEST_F(DcgmSource, SensorsAreThoseOfNvmlWithTheAgeOfAPage) {
  const auto source = open("collect_interval: 30s, interval: 2s");
  play(*source, 1);
  const Sensor& energy = sensors.at(0);
  EXPECT_EQ(energy.scope, "node/gpu:0000:1b:00.0");
  EXPECT_EQ(energy.component, Component::kGpu);
  EXPECT_EQ(energy.boundary, Boundary::kComponent);
  EXPECT_EQ(energy.supply, Supply::kDc);
  EXPECT_EQ(energy.serial, "GPU-aa");
  EXPECT_EQ(energy.joules_per_count, 1e-3);
  EXPECT_EQ(energy.metrology.update_interval, Duration(30s));
  EXPECT_EQ(energy.metrology.latency_max, Duration(1100ms));
  EXPECT_EQ(energy.metrology.sampling_interval, Duration(2s));
  EXPECT_EQ(energy.metrology.time_stamp, TimeStamp::kRead);
  for (const Sensor& one : sensors) {
    const auto ready = dressed(one, {.node = "node1", .rack = {}});
    ASSERT_TRUE(ready) << ready.error().message;
    EXPECT_EQ(ready->metrology.accuracy.source, AccuracySource::kClassDefault);
    EXPECT_EQ(ready->metrology.accuracy.relative, 0.05);
    EXPECT_EQ(ready->metrology.update_interval, Duration(30s));
  }
  // The architecture is not told: part-time, as METHOD has it for A100 and H100.
  const auto ready = dressed(energy, {.node = "node1", .rack = {}});
  EXPECT_EQ(ready->metrology.observed_ratio, 0.25);
}

TEST_F(DcgmSource, EnergyIsThatOfThePageOnceItsUnitIsShown) {
  const auto source = open();
  const auto energy = of(play(*source, 40), 0);
  ASSERT_THAT(energy, ::testing::Not(IsEmpty()));
  EXPECT_TRUE(errors.empty()) << errors.begin()->first;
  EXPECT_GE(energy.size(), 25U);  // two changes are waited for
  const double climbed = joules(energy.back()) - joules(energy.front());
  const double time = seconds(energy.back().time - energy.front().time);
  EXPECT_NEAR(climbed / time, 400.0, 400.0 * 5.0 / time + 1.0);
  for (const Reading& one : energy) EXPECT_FALSE(one.began_anew);
}

TEST_F(DcgmSource, JoulesAreJoules) {
  gpus.energy_name = "DCGM_FI_DEV_GPU_ENERGY_JOULES_TOTAL";
  gpus.counts_per_joule = 1.0;
  const auto source = open();
  const auto energy = of(play(*source, 30), 0);
  ASSERT_GE(energy.size(), 15U);
  EXPECT_EQ(sensors[0].joules_per_count, 1.0);
  EXPECT_EQ(sensors[0].metrology.resolution, 1.0);
}

// 4.9 changed the unit; who changes it again under an old name must not get through.
TEST_F(DcgmSource, AUnitThatIsNotThatOfItsNameIsRefused) {
  gpus.counts_per_joule = 1.0;  // joules under the name of millijoules
  const auto source = open();
  const auto all = play(*source, 60);
  EXPECT_THAT(of(all, 0), IsEmpty());
  EXPECT_THAT(of(all, 1), ::testing::Not(IsEmpty()));  // the power is as good as before
  ASSERT_FALSE(last);
  EXPECT_THAT(last.error().message, HasSubstr("GPU-aa: its energy climbs by 0.4 W"));
  EXPECT_THAT(last.error().message, HasSubstr("power is 400 W"));
}

// gpu-monitoring-tools#188: the last values were served for ever, and health was OK.
TEST_F(DcgmSource, ValuesThatStandStillAreNoReadings) {
  const auto source = open();
  play(*source, 30);
  gpus.standing = true;
  const auto until_found = play(*source, 10);
  EXPECT_LE(of(until_found, 0).size(), 8U);  // 5 s and a margin of 2 s
  const auto after = play(*source, 30);
  EXPECT_THAT(after, IsEmpty());
  ASSERT_FALSE(last);
  EXPECT_THAT(last.error().message, HasSubstr("collect_interval (5s)"));
  EXPECT_FALSE(source->targets()->at(0).up);
  gpus.standing = false;
  EXPECT_THAT(of(play(*source, 10), 0), ::testing::Not(IsEmpty()));
  EXPECT_TRUE(last);
}

TEST_F(DcgmSource, ASlowerCollectorThanToldIsFound) {
  gpus.collect = 30s;
  const auto source = open("collect_interval: 1s");
  play(*source, 100);
  ASSERT_THAT(errors, SizeIs(::testing::Ge(1U)));
  EXPECT_THAT(errors.begin()->first,
              HasSubstr("give there what the dcgm-exporter was started with"));
}

TEST_F(DcgmSource, AnExporterThatIsAwayIsToldAndItsEnergyGoesOn) {
  const auto source = open();
  const auto before = of(play(*source, 30), 0);
  EXPECT_TRUE(source->targets()->at(0).up);
  EXPECT_EQ(source->targets()->at(0).node, "node1");
  dead = true;
  EXPECT_THAT(play(*source, 20), IsEmpty());
  EXPECT_FALSE(source->targets()->at(0).up);
  EXPECT_THAT(last.error().message, HasSubstr("http://localhost:9400/metrics: connection refused"));
  dead = false;
  const auto after = of(play(*source, 20), 0);
  ASSERT_THAT(after, ::testing::Not(IsEmpty()));
  for (const Reading& one : after) EXPECT_FALSE(one.began_anew);
  EXPECT_GT(joules(after.front()) - joules(before.back()), 400.0 * 15);
}

// After a long time nobody says whether the driver was reloaded: 5 kJ now may be 5 kJ anew.
TEST_F(DcgmSource, AfterALongAbsenceTheCountMayHaveBegunAnew) {
  const auto source = open();
  play(*source, 30);
  dead = true;
  play(*source, 100);
  dead = false;
  const auto after = of(play(*source, 20), 0);
  ASSERT_THAT(after, SizeIs(::testing::Ge(2U)));
  EXPECT_TRUE(after[0].began_anew);
  EXPECT_FALSE(after[1].began_anew);
}

TEST_F(DcgmSource, ACountThatFellBeganAnew) {
  const auto source = open();
  play(*source, 30);
  gpus.gpus[0].joules = -400.0 * seconds(clock.monotonic().time_since_epoch()) + 3000.0;
  int anew = 0;
  for (const Reading& one : of(play(*source, 20), 0)) anew += one.began_anew ? 1 : 0;
  EXPECT_EQ(anew, 1);
}

TEST_F(DcgmSource, AGpuThatComesOrGoesTakesNobodyWithIt) {
  gpus.gpus.push_back({.uuid = "GPU-bb", .pci = "00000000:43:00.0", .watts = 90.0});
  const auto source = open();
  play(*source, 30);
  ASSERT_THAT(sensors, SizeIs(4));
  gpus.gpus.erase(gpus.gpus.begin());  // fell off the bus
  const auto readings = play(*source, 5);
  ASSERT_THAT(sensors, SizeIs(2));
  EXPECT_EQ(sensors[0].serial, "GPU-bb");
  const auto rest = of(readings, 0);
  ASSERT_GE(rest.size(), 4U);  // one page told of the change
  for (const Reading& one : rest) EXPECT_LT(joules(one), 1e6 + 90.0 * 3700 + 1000);
}

// The count in joules is another sensor than that in millijoules.
TEST_F(DcgmSource, AnUpgradeOfDcgmExporterIsANewCount) {
  const auto source = open();
  play(*source, 30);
  gpus.energy_name = "DCGM_FI_DEV_GPU_ENERGY_JOULES_TOTAL";
  gpus.counts_per_joule = 1.0;
  EXPECT_THAT(of(play(*source, 3), 0), IsEmpty());  // its unit has to be shown anew
  EXPECT_EQ(sensors[0].joules_per_count, 1.0);
  const auto energy = of(play(*source, 20), 0);
  ASSERT_THAT(energy, ::testing::Not(IsEmpty()));
  EXPECT_NEAR(joules(energy.back(), 1.0), 1e6 + 400.0 * 3650, 400.0 * 20);
}

// Otherwise a GPU that the driver's library shows, too, would count twice.
TEST_F(DcgmSource, WithoutAnAddressAGpuIsInNoTotal) {
  gpus.gpus[0].pci.clear();
  const auto source = open();
  play(*source, 2);
  EXPECT_EQ(sensors[0].id, "GPU-aa/energy");
  EXPECT_EQ(sensors[0].component, Component::kOther);
  EXPECT_THAT(warnings, Contains(HasSubstr("GPU-aa has no pci_bus_id")));
}

// zeus PR #172: on a GH200 the counter is that of the whole module.
TEST_F(DcgmSource, ValuesOfASuperchipAreInNoTotal) {
  gpus.gpus[0].model = "NVIDIA GH200 480GB";
  const auto source = open();
  play(*source, 2);
  EXPECT_EQ(sensors[0].component, Component::kOther);
  EXPECT_THAT(warnings, Contains(HasSubstr("the GPU or the module")));
}

TEST_F(DcgmSource, UnknownNamesAreSaidOnce) {
  const auto source = open();
  body = gpus.page(clock.monotonic()) + "DCGM_FI_DEV_GPU_ENERGY_KWH{UUID=\"GPU-aa\"} 5\n";
  play(*source, 5);
  EXPECT_THAT(warnings, SizeIs(1));
  EXPECT_THAT(warnings, Contains(HasSubstr("DCGM_FI_DEV_GPU_ENERGY_KWH is not known")));
}

TEST_F(DcgmSource, AnAnswerThatComesTooLateIsNoReading) {
  latency = 1400ms;
  const auto source = open("collect_interval: 5s, interval: 1s");
  EXPECT_THAT(play(*source, 40), IsEmpty());
  EXPECT_THAT(errors, Contains(::testing::Key(HasSubstr("too late for a reading"))));
}

TEST_F(DcgmSource, AWrongPasswordIsToldAndReadAnewFromItsFile) {
  files.set("pw", "one\n");
  status = 401;
  const auto source = open("collect_interval: 5s, username: u, password_file: pw");
  play(*source, 2);
  EXPECT_EQ(last.error().code, ErrorCode::kPermission);
  status = 200;
  play(*source, 2);
  EXPECT_TRUE(last) << last.error().message;
}

}  // namespace
}  // namespace joulemark::dcgm_exporter
