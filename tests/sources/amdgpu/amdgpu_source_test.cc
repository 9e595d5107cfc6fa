#include "sources/amdgpu/amdgpu_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "measurement/sensor_dressing.h"
#include "tests/fakes/fake_clock.h"
#include "tests/fakes/fake_files.h"
#include "tests/fakes/keeping_sink.h"
#include "tests/sources/amdgpu/tables.h"

namespace joulemark::amdgpu {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class AmdgpuSource : public ::testing::Test {
 protected:
  void add_card(int number, const std::string& address, const std::string& device = "0x74a1") {
    const std::string folder = "devices/pci0000:c0/" + address;
    sysfs.set(folder + "/vendor", "0x1002\n");
    sysfs.set(folder + "/device", device + "\n");
    sysfs.set(folder + "/product_name", "AMD Instinct MI300X OAM\n");
    sysfs.set(folder + "/unique_id", "9d1a6f\n");
    sysfs.link("class/drm/card" + std::to_string(number) + "/device", "/" + folder);
    write(address, 1'000'000, 400);
  }
  void write(const std::string& address, std::uint64_t energy, std::uint16_t watts) {
    sysfs.set("devices/pci0000:c0/" + address + "/gpu_metrics", blob(table, energy, watts));
  }

  std::vector<std::unique_ptr<Source>> open() {
    auto opened = k_amdgpu_source.open(Settings{}, host);
    return opened ? std::move(*opened) : std::vector<std::unique_ptr<Source>>();
  }
  // Reads every 250 ms a card that draws `watts` and whose accumulator climbs by `counted` W.
  std::vector<Reading> play(Source& source, int reads, double watts, double counted) {
    sink.readings.clear();
    for (int i = 0; i < reads; ++i) {
      joules += counted * 0.25;
      write("0000:c1:00.0", static_cast<std::uint64_t>(joules * 65536.0),
            static_cast<std::uint16_t>(watts));
      last = source.read(sink, {});
      clock.advance(250ms);
    }
    return sink.readings;
  }
  static double joules_of(const Reading& reading) {
    return static_cast<double>(std::get<EnergyCount>(reading.value).counts) / 65536.0;
  }

  MadeTable table = table_of(7);
  double joules = 1e5;
  FakeClock clock;
  FakeFiles sysfs;
  std::vector<std::string> warnings;
  Host host{clock, sysfs,   sysfs,
            sysfs, "node1", [this](std::string_view text) { warnings.emplace_back(text); }};
  KeepingSink sink;
  Result<void> last;
};

TEST_F(AmdgpuSource, IsSilentWithoutCards) {
  const auto opened = k_amdgpu_source.open(Settings{}, host);
  EXPECT_EQ(opened.error().code, ErrorCode::kNotPresent);
  EXPECT_THAT(warnings, IsEmpty());
}

TEST_F(AmdgpuSource, ACardIsASensorOfItsEnergy) {
  add_card(0, "0000:c1:00.0");
  const auto sources = open();
  ASSERT_THAT(sources, SizeIs(1));
  const auto sensors = *sources[0]->discover();
  ASSERT_THAT(sensors, SizeIs(1));
  EXPECT_EQ(sensors[0].id, "0000:c1:00.0/energy");
  EXPECT_EQ(sensors[0].scope, "node/gpu:0000:c1:00.0");  // that of hwmon's power
  EXPECT_EQ(sensors[0].component, Component::kGpu);
  EXPECT_EQ(sensors[0].model, "AMD Instinct MI300X OAM");
  EXPECT_EQ(sensors[0].serial, "9d1a6f");
  EXPECT_EQ(sensors[0].joules_per_count, 1.0 / 65536.0);
  const auto ready = dressed(sensors[0], {.node = "node1", .rack = {}});
  ASSERT_TRUE(ready) << ready.error().message;
  EXPECT_EQ(ready->metrology.accuracy.relative, 0.05);
}

// Partitions of an MI300 have nodes of their own in the graphics system, without energy.
TEST_F(AmdgpuSource, EachCardOnceAndPartitionsNotAtAll) {
  add_card(0, "0000:c1:00.0");
  sysfs.link("class/drm/card1/device", "/devices/pci0000:c0/0000:c1:00.0");
  sysfs.set("devices/platform/amdgpu_xcp_1/vendor", "0x1002\n");
  sysfs.set("devices/platform/amdgpu_xcp_1/gpu_metrics", blob(table, 1, 1));
  sysfs.link("class/drm/card2/device", "/devices/platform/amdgpu_xcp_1");
  sysfs.link("class/drm/renderD128/device", "/devices/pci0000:c0/0000:c1:00.0");
  sysfs.link("class/drm/card0-DP-1/device", "/devices/pci0000:c0/0000:c1:00.0");
  EXPECT_THAT(open(), SizeIs(1));
}

TEST_F(AmdgpuSource, KnownJoules) {
  add_card(0, "0000:c1:00.0");
  const auto sources = open();
  ASSERT_TRUE(sources[0]->discover());
  const auto readings = play(*sources[0], 100, 402, 400.0);
  ASSERT_THAT(readings, SizeIs(::testing::Ge(95U)));
  EXPECT_TRUE(last);
  EXPECT_NEAR(joules_of(readings.back()) - joules_of(readings.front()),
              400.0 * 0.25 * static_cast<double>(readings.size() - 1), 1e-3);
}

// amdsmi#38, rocm_smi_lib#180: accumulators that stood still, or climbed as no card can.
TEST_F(AmdgpuSource, AnAccumulatorThatStandsStillIsNoReading) {
  add_card(0, "0000:c1:00.0");
  const auto sources = open();
  ASSERT_TRUE(sources[0]->discover());
  EXPECT_THAT(play(*sources[0], 60, 402, 0.0), IsEmpty());
  EXPECT_THAT(last.error().message, HasSubstr("0000:c1:00.0: its energy stands still"));
  // It may begin later: never given up for ever (device-metrics-exporter#315).
  EXPECT_THAT(play(*sources[0], 60, 402, 400.0), Not(IsEmpty()));
  EXPECT_TRUE(last);
  const auto standing = play(*sources[0], 100, 402, 0.0);
  EXPECT_LE(standing.size(), 41U);
  EXPECT_FALSE(last);
}

TEST_F(AmdgpuSource, AnAccumulatorThatContradictsThePowerIsNoReading) {
  for (const double counted : {2000.0, 20.0}) {
    add_card(0, "0000:c1:00.0");
    const auto sources = open();
    ASSERT_TRUE(sources[0]->discover());
    EXPECT_THAT(play(*sources[0], 60, 400, counted), IsEmpty()) << counted;
    EXPECT_THAT(last.error().message, HasSubstr("while its power is 400 W: not taken"));
  }
}

TEST_F(AmdgpuSource, AResetIsSaid) {
  add_card(0, "0000:c1:00.0");
  const auto sources = open();
  ASSERT_TRUE(sources[0]->discover());
  play(*sources[0], 20, 402, 400.0);
  joules = 10.0;
  int anew = 0;
  for (const Reading& one : play(*sources[0], 20, 402, 400.0)) anew += one.began_anew ? 1 : 0;
  EXPECT_EQ(anew, 1);
}

// variorum#553: the second die of an MI250 has no values.
TEST_F(AmdgpuSource, ADieWithoutValuesHasNoReadingsAndNoTrouble) {
  add_card(0, "0000:c1:00.0");
  const auto sources = open();
  ASSERT_TRUE(sources[0]->discover());
  for (int i = 0; i < 100; ++i) {
    write("0000:c1:00.0", ~std::uint64_t{0}, 0xffff);
    EXPECT_TRUE(sources[0]->read(sink, {}));
    clock.advance(250ms);
  }
  EXPECT_THAT(sink.readings, IsEmpty());
}

TEST_F(AmdgpuSource, AnUnknownTableIsNamedAndLeftOut) {
  table = {1, 9, 1150, 10, 24};
  add_card(0, "0000:c1:00.0");
  EXPECT_THAT(open(), IsEmpty());
  EXPECT_THAT(warnings, Contains(HasSubstr("0000:c1:00.0: gpu_metrics revision 1.9")));
  warnings.clear();
  table = {2, 4, 168, 40, 24};  // a laptop: nothing to say
  add_card(0, "0000:c1:00.0");
  EXPECT_THAT(open(), IsEmpty());
  EXPECT_THAT(warnings, IsEmpty());
}

// A processor with graphics: which socket it is nobody says.
TEST_F(AmdgpuSource, AnMi300aIsInNoTotal) {
  add_card(0, "0000:c1:00.0", "0x74a0");
  EXPECT_EQ(open()[0]->discover()->at(0).component, Component::kOther);
}

TEST_F(AmdgpuSource, OneCardThatFailsTakesNobodyWithIt) {
  add_card(0, "0000:c1:00.0");
  add_card(1, "0000:c6:00.0");
  const auto sources = open();
  ASSERT_THAT(sources, SizeIs(2));
  for (const auto& one : sources) ASSERT_TRUE(one->discover());
  sysfs.remove("devices/pci0000:c0/0000:c6:00.0");
  EXPECT_EQ(sources[1]->read(sink, {}).error().code, ErrorCode::kNotPresent);
  EXPECT_THAT(play(*sources[0], 20, 402, 400.0), Not(IsEmpty()));
}

}  // namespace
}  // namespace joulemark::amdgpu
