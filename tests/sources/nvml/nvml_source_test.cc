// The source against a library that plays GPUs and their failures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "tests/sources/nvml/nvml_rig.h"

namespace joulemark::nvml {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

double watts(const Reading& reading) { return std::get<Watts>(reading.value).value(); }
std::uint64_t counts(const Reading& reading) { return std::get<EnergyCount>(reading.value).counts; }

TEST_F(NvmlRig, FindsEnergyAndPowersOfEveryGpu) {
  play({{"count", "2"}});
  const auto periodic = source(0), instant = source(1);
  EXPECT_THAT(ids(*periodic->discover()),
              ElementsAre("0000:03:00.0/energy", "0000:03:00.0/power_average",
                          "0000:04:00.0/energy", "0000:04:00.0/power_average"));
  EXPECT_THAT(ids(*instant->discover()),
              ElementsAre("0000:03:00.0/power_instant", "0000:04:00.0/power_instant"));
  EXPECT_THAT(warnings, IsEmpty());
}

TEST_F(NvmlRig, DeliversWhatTheDeviceSays) {
  play({{"gpu0.idle", "412.345"},
        {"gpu0.load", "412.345"},
        {"gpu0.junk", "1"},
        {"gpu0.timestamp", "0"}});
  const auto from = source();
  ASSERT_THAT(*from->discover(), SizeIs(2));
  const auto first = read(*from);
  EXPECT_TRUE(last) << last.error().message;
  EXPECT_NEAR(watts(first.at(1)), 412.345, 0.002);
  EXPECT_LT(clock.now() - first.at(0).time, 1s) << "by our clock: the device's says nothing";
  EXPECT_EQ(counts(first.at(0)), 1'000'000U);
}

TEST_F(NvmlRig, TakesTheOldFunctionsWhereNoFieldAnswers) {
  play({{"gpu0.no", "185,186,191"}, {"gpu0.arch", "5"}});
  EXPECT_THAT(ids(*source(0)->discover()), ElementsAre("0000:03:00.0/energy"));
  EXPECT_THAT(ids(*source(1)->discover()), ElementsAre("0000:03:00.0/power"));
}

// codecarbon#1316: no counter is not 0 kWh.
TEST_F(NvmlRig, WhatIsNotSupportedIsAbsent) {
  play({{"gpu0.no", "185,191,energy"}});
  EXPECT_THAT(*source(0)->discover(), IsEmpty());
  EXPECT_THAT(warnings, IsEmpty()) << "not supported is usual";
}

TEST_F(NvmlRig, ZeroOfADeviceThatHasPowerIsNoReading) {
  play({{"gpu0.idle", "0"}, {"gpu0.load", "0"}, {"gpu0.scopes", "gpu,memory"}});
  const auto from = source();
  EXPECT_THAT(ids(*from->discover()), Contains("0000:03:00.0/memory_power_average"));
  for (const auto& [sensor, reading] : read(*from))
    EXPECT_TRUE(std::holds_alternative<EnergyCount>(reading.value));
  also("gpu0.idle", "90");
  also("gpu0.load", "90");
  std::this_thread::sleep_for(150ms);
  EXPECT_THAT(read(*from), SizeIs(3)) << "nothing was given up because of a zero";
}

TEST_F(NvmlRig, PowerBeyondTwiceTheLimitIsNoReading) {
  play({{"gpu0.idle", "1500"}, {"gpu0.load", "1500"}});  // the limit is 700 W
  const auto from = source(1);
  ASSERT_THAT(*from->discover(), SizeIs(1));
  EXPECT_THAT(read(*from), IsEmpty());
}

// DCGM reads 0 W where it only looks at the code of the call.
TEST_F(NvmlRig, TheCodeOfEachValueCounts) {
  const auto from = source();
  ASSERT_THAT(*from->discover(), SizeIs(2));
  for (const char* code : {"3", "21", "-1"}) {
    also("gpu0.value_rc", code);
    EXPECT_THAT(read(*from), IsEmpty()) << code;
    EXPECT_FALSE(last);
  }
  also("gpu0.value_rc", "0");
  EXPECT_THAT(read(*from), SizeIs(2));
}

TEST_F(NvmlRig, ALostGpuTakesOnlyItselfDownAndIsFoundAgainByItsUuid) {
  play({{"count", "2"}, {"gpu0.uuid", "GPU-a"}, {"gpu1.uuid", "GPU-b"}});
  const auto from = source();
  ASSERT_THAT(*from->discover(), SizeIs(4));
  EXPECT_THAT(read(*from), SizeIs(4));
  also("gpu0.rc", "15");
  EXPECT_THAT(read(*from), SizeIs(2));
  EXPECT_THAT(last.error().message, HasSubstr("0000:03:00.0"));
  EXPECT_NE(last.error().code, ErrorCode::kNotPresent);
  // It comes back as the second: the driver numbers anew.
  play({{"count", "2"},
        {"gpu0.uuid", "GPU-b"},
        {"gpu1.uuid", "GPU-a"},
        {"gpu1.idle", "333"},
        {"gpu1.load", "333"}});
  std::this_thread::sleep_for(1100ms);
  const auto again = read(*from);
  ASSERT_THAT(again, SizeIs(4));
  EXPECT_NEAR(watts(again.at(1)), 333.0, 0.01);
  EXPECT_TRUE(again.at(0).began_anew) << "nobody says that the counter went on";
  EXPECT_FALSE(again.at(2).began_anew);
  EXPECT_FALSE(read(*from).at(0).began_anew) << "once";
}

TEST_F(NvmlRig, AGpuThatIsLostAtTheStartIsLookedForAgain) {
  play({{"count", "2"}, {"gpu0.rc", "15"}});
  const auto from = source();
  EXPECT_THAT(ids(*from->discover()),
              ElementsAre("0000:04:00.0/energy", "0000:04:00.0/power_average"));
  EXPECT_THAT(warnings, ElementsAre(HasSubstr("GPU 0: the GPU is lost")));
  static_cast<void>(read(*from));
  EXPECT_TRUE(last);
  EXPECT_FALSE(from->sensors_changed()) << "not before a minute";
}

TEST_F(NvmlRig, WhatIsForbiddenIsNamedWithItsRemedy) {
  play({{"count", "2"}, {"gpu1.rc", "4"}});
  EXPECT_THAT(*source()->discover(), SizeIs(2));
  EXPECT_THAT(warnings, ElementsAre(HasSubstr("/dev/nvidia*")));
}

TEST_F(NvmlRig, WithoutALibraryOrADriverTheSourceIsNotThere) {
  const auto none =
      k_nvml_source.open(*Settings::parse("library: /nowhere/libnvidia-ml.so.1", "j"), host);
  EXPECT_EQ(none.error().code, ErrorCode::kNotPresent);
  also("rc.init", "9");
  EXPECT_EQ(open().error().code, ErrorCode::kNotPresent);
  also("rc.init", "18");
  EXPECT_EQ(open().error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(open().error().message, HasSubstr("another version"));
  host.load_library = nullptr;
  EXPECT_EQ(open().error().code, ErrorCode::kNotPresent);
}

TEST_F(NvmlRig, ALibraryThatIsNoNvmlIsRefused) {
  const auto other = k_nvml_source.open(*Settings::parse("library: libm.so.6", "j"), host);
  EXPECT_EQ(other.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(other.error().message, HasSubstr("nvmlInit_v2"));
}

// An upgrade of the driver: the loaded library answers 18 until it is opened anew.
TEST_F(NvmlRig, ADriverThatGoesAwayIsOpenedAnewAndItsCountersBeginAnew) {
  const auto from = source();
  ASSERT_THAT(*from->discover(), SizeIs(2));
  EXPECT_FALSE(read(*from).at(0).began_anew);
  also("rc.fields", "18");
  EXPECT_THAT(read(*from), IsEmpty());
  EXPECT_EQ(last.error().code, ErrorCode::kNotPresent);
  EXPECT_EQ(from->discover().error().code, ErrorCode::kUnavailable) << "still the old library";
  also("rc.fields", "0");
  ASSERT_THAT(*from->discover(), SizeIs(2));
  EXPECT_TRUE(read(*from).at(0).began_anew);
}

TEST_F(NvmlRig, LetsGoOnRequestAndTakesUpAgain) {
  const auto from = source();
  ASSERT_THAT(*from->discover(), SizeIs(2));
  EXPECT_TRUE(from->release());
  EXPECT_THAT(read(*from), IsEmpty());
  EXPECT_EQ(last.error().code, ErrorCode::kNotPresent);
  ASSERT_THAT(*from->discover(), SizeIs(2));
  EXPECT_TRUE(read(*from).at(0).began_anew) << "the driver may have been loaded anew";
}

TEST_F(NvmlRig, ASuperchipShowsItsModuleOnceAndItsGpuInside) {
  files.set("cpuinfo", "CPU implementer\t: 0x41\nCPU part\t: 0xd4f\n");
  files.set("bus/pci/devices/0000:03:00.0/numa_node", "1\n");
  files.set("bus/pci/devices/0000:04:00.0/numa_node", "1\n");
  play({{"count", "2"},
        {"gpu0.scopes", "gpu,module"},
        {"gpu1.scopes", "gpu,module"},
        {"gpu0.name", "NVIDIA GB200"},
        {"gpu1.name", "NVIDIA GB200"}});
  const auto from = source();
  std::map<std::string, int> scopes;
  const auto sensors = *from->discover();
  for (const Sensor& one : sensors)
    if (one.quantity == QuantityKind::kEnergy) ++scopes[one.scope];
  EXPECT_EQ(scopes, (std::map<std::string, int>{{"node/module:1", 1},
                                                {"node/module:1/gpu:0000:03:00.0", 1},
                                                {"node/module:1/gpu:0000:04:00.0", 1}}));
}

// On a GH200 the counter without a scope is that of the whole module (zeus#172).
TEST_F(NvmlRig, ACounterWithoutAScopeIsTheModulesWhereThereIsOne) {
  files.set("cpuinfo", "CPU implementer\t: 0x41\nCPU part\t: 0xd4f\n");
  files.set("bus/pci/devices/0000:03:00.0/numa_node", "0\n");
  play({{"gpu0.scopes", "gpu,module"}, {"gpu0.no", "191"}, {"gpu0.name", "NVIDIA GH200 480GB"}});
  const auto sensors = *source()->discover();
  for (const Sensor& one : sensors)
    if (one.quantity == QuantityKind::kEnergy) {
      EXPECT_EQ(one.scope, "node/module:0");
      EXPECT_EQ(one.component, Component::kModule);
    }
}

// dcgm-exporter repeats the energy of a GPU for each of its instances; a physical GPU is one.
TEST_F(NvmlRig, OnlyPhysicalGpusAreRead) {
  play({{"count", "1"}, {"gpu0.name", "NVIDIA A100-SXM4-40GB MIG 1g.5gb"}});
  EXPECT_THAT(*source()->discover(), SizeIs(2));
}

TEST_F(NvmlRig, WrongSettingsSayWhatIsRight) {
  EXPECT_THAT(open("interval: 5ms").error().message, HasSubstr("between 20ms and 10s"));
  EXPECT_THAT(open("intervall: 1s").error().message, HasSubstr("interval"));
}

}  // namespace
}  // namespace joulemark::nvml
