// Every machine with hwmon of the shared corpus, read at t0 and again dt_s later through real
// files: ids, scopes and watts of each sensor, and the node's figure where hwmon alone decides it.
#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "measurement/live_sensor.h"
#include "measurement/sensor_dressing.h"
#include "platform/host_files.h"
#include "sources/hwmon/hwmon_source.h"
#include "tests/fakes/corpus_machine.h"
#include "tests/fakes/fake_clock.h"
#include "tests/fakes/fake_files.h"
#include "tests/fakes/keeping_sink.h"

namespace joulemark {
namespace {

using Json = nlohmann::json;

struct Seen {
  std::string scope;
  std::optional<double> watts;  // empty: no reading, never 0
  friend bool operator==(const Seen&, const Seen&) = default;
};

struct Machine {
  std::string name;
  std::map<std::string, Seen> sensors;
  std::optional<Basis> basis;  // of hwmon alone; empty: nothing of it is in a total
  bool decides = false;        // that figure is node_watts of EXPECT.json
};

std::ostream& operator<<(std::ostream& out, const Machine& machine) { return out << machine.name; }

const std::string kAcpi = "LNXSYSTM:00/LNXSYBUS:00/ACPI000D:0";
const std::string kOpal = "platform/opal-sensor/ibmpowernv/";
const std::string kAgx = "platform/c240000.i2c/i2c-1/1-004";
const std::string kNx = "platform/bus@0/c240000.i2c/i2c-1/1-0040/ina3221/";
const std::string kAltra = "platform/1e78a000.bus/i2c-";
const std::string kXe = "pci0000:00/0000:00:01.0/0000:01:00.0/0000:02:01.0/0000:03:00.0/xe/energy";
const std::string kMeter = "/power_meter/power1";

Seen at(std::string scope, double watts) { return {std::move(scope), watts}; }

const std::vector<Machine> kMachines = {
    {"acpi-meter-sentinel", {{kAcpi + "0" + kMeter, {"node", std::nullopt}}}, std::nullopt},
    {"x86-acpi-meter-rapl", {{kAcpi + "0" + kMeter, at("node", 262)}}, Basis::kChassis, true},
    {"unreadable-energy", {{kAcpi + "0" + kMeter, at("node", 310)}}, Basis::kChassis, true},
    {"gh200",
     {{kAcpi + "1" + kMeter, at("node/module:0", 620)},
      {kAcpi + "2" + kMeter, at("node/module:0/grace", 150)},
      {kAcpi + "3" + kMeter, at("node/module:0/grace/cpu", 75)},
      {kAcpi + "4" + kMeter, at("node/module:0/grace/sysio", 20)}},
     Basis::kModule,
     true},
    {"grace-2s-no-module",
     {{kAcpi + "2" + kMeter, at("node/module:1/grace", 98)},
      {kAcpi + "3" + kMeter, at("node/module:1/grace/cpu", 51)},
      {kAcpi + "4" + kMeter, at("node/module:1/grace/sysio", 6.1)},
      {kAcpi + "5" + kMeter, at("node/module:0/grace/cpu", 56)},
      {kAcpi + "6" + kMeter, at("node/module:0/grace/sysio", 6.6)},
      {kAcpi + "7" + kMeter, at("node/module:0/grace", 109)}},
     Basis::kComponents,
     true},
    {"power9-ac922",
     {{kOpal + "energy1", at("node", 640)},
      {kOpal + "energy2", at("node/cpu:0", 130)},
      {kOpal + "power1", at("node", 640)},
      {kOpal + "power2", at("node/cpu:0", 130)},
      {kOpal + "power3", at("node/cpu:0/vdd", 80)},
      {kOpal + "power4", at("node/cpu:0/vdn", 20)},
      {kOpal + "power5", at("node/cpu:8", 125)},
      {kOpal + "power6", at("node/cpu:8/vdd", 78)},
      {kOpal + "power7", at("node/rail:opal-sensor:ibmpowernv:power7:gpu_0", 60)},
      {kOpal + "power8", at("node/rail:opal-sensor:ibmpowernv:power8:gpu_1", 61)}},
     Basis::kPlatform,
     true},
    {"jetson-orin-nx",
     {{kNx + "in1-curr1", at("node/module:0", 6.0384)},
      {kNx + "in2-curr2", at("node/module:0/rail:vdd_cpu_gpu_cv", 1.61024)},
      {kNx + "in3-curr3", at("node/module:0/rail:vdd_soc", 1.40896)}},
     Basis::kBoardInput,
     true},
    {"jetson-agx-orin",
     {{kAgx + "0/ina3221/in1-curr1", at("node/rail:vdd_gpu_soc", 7.6)},
      {kAgx + "0/ina3221/in2-curr2", at("node/rail:vdd_cpu_cv", 3.8)},
      {kAgx + "0/ina3221/in3-curr3", at("node/rail:vin_sys_5v0", 4.5)},
      {kAgx + "1/ina3221/in2-curr2", at("node/rail:vddq_vdd2_1v8ao", 0.95)}},
     Basis::kComponents,
     true},
    {"ampere-altra-2s",
     {{kAltra + "0/0-004f/smpro-hwmon.0/smpro/power1", at("node/cpu:0/cores", 95)},
      {kAltra + "0/0-004f/smpro-hwmon.0/smpro/power2", at("node/cpu:0/soc", 20)},
      {kAltra + "0/0-004f/smpro-hwmon.0/smpro/power3", at("node/dram:0/vrd:1", 8)},
      {kAltra + "0/0-004f/smpro-hwmon.0/smpro/power4", at("node/dram:0/vrd:2", 8)},
      {kAltra + "0/0-004f/smpro-hwmon.0/smpro/power5", at("node/cpu:0/rca", 3)},
      {kAltra + "1/1-004f/smpro-hwmon.1/smpro/power1", at("node/cpu:1/cores", 96)},
      {kAltra + "1/1-004f/smpro-hwmon.1/smpro/power2", at("node/cpu:1/soc", 20)},
      {kAltra + "1/1-004f/smpro-hwmon.1/smpro/power3", at("node/dram:1/vrd:1", 8)},
      {kAltra + "1/1-004f/smpro-hwmon.1/smpro/power4", at("node/dram:1/vrd:2", 8)},
      {kAltra + "1/1-004f/smpro-hwmon.1/smpro/power5", at("node/cpu:1/rca", 3)}},
     Basis::kComponents,
     true},
    {"epyc-2s-core-hsmp",
     {{"platform/amd_hsmp_hwmon.0/amd_hsmp_hwmon/power1", at("node/cpu:0", 180.4)},
      {"platform/amd_hsmp_hwmon.1/amd_hsmp_hwmon/power1", at("node/cpu:1", 170.4)}},
     Basis::kComponents},
    {"amdgpu-2dgpu",
     {{"pci0000:00/0000:00:01.1/0000:03:00.0/amdgpu/power1", at("node/gpu:0000:03:00.0", 85)},
      {"pci0000:40/0000:40:01.1/0000:43:00.0/amdgpu/power1", at("node/gpu:0000:43:00.0", 93.15)}},
     Basis::kComponents},
    {"amd-apu-overlap",
     {{"pci0000:00/0000:00:08.1/0000:c4:00.0/amdgpu/power1", at("node/cpu:0", 21.5)}},
     Basis::kComponents},
    {"xe-dgpu",
     {{kXe + "1", at("node/gpu:0000:03:00.0", 60)},
      {kXe + "2", at("node/gpu:0000:03:00.0/pkg", 40)}},
     Basis::kComponents},
    {"hwmon-odd-labels",
     {{"pci0000:00/0000:00:1f.4/i2c-0/0-0058/lm25066/power1",
       at("node/rail:0-0058:lm25066:power1:p12v____rail", 120)},
      {"platform/asus-nb-wmi/asus_wmi_sensors/power1",
       {"node/rail:asus-nb-wmi:asus_wmi_sensors:power1", std::nullopt}},
      {"platform/asus-nb-wmi/asus_wmi_sensors/power2",
       {"node/rail:asus-nb-wmi:asus_wmi_sensors:power2", std::nullopt}},
      {"platform/asus-nb-wmi/asus_wmi_sensors/power3",
       {"node/rail:asus-nb-wmi:asus_wmi_sensors:power3", std::nullopt}},
      {"platform/asus-nb-wmi/asus_wmi_sensors/power4",
       {"node/rail:asus-nb-wmi:asus_wmi_sensors:power4", std::nullopt}}},
     std::nullopt},
};

using Values = std::map<std::string, std::variant<Watts, EnergyCount>>;

// All chips of a machine, and what they say.
class Chips {
 public:
  explicit Chips(const std::string& root) : sysfs_(root) {
    auto opened = k_hwmon_source.open(Settings{}, host_);
    EXPECT_TRUE(opened.has_value()) << opened.error().message;
    if (!opened) return;
    sources_ = std::move(*opened);
    for (const auto& source : sources_) {
      auto sensors = source->discover();
      EXPECT_TRUE(sensors.has_value()) << sensors.error().message;
      sensors_.push_back(sensors.value_or(std::vector<Sensor>()));
    }
  }
  Values read() {
    Values values;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      KeepingSink sink;
      static_cast<void>(sources_[i]->read(sink, clock_.monotonic() + std::chrono::seconds(1)));
      for (const Reading& reading : sink.readings)
        values.emplace(sensors_[i].at(reading.sensor).id, reading.value);
    }
    return values;
  }
  [[nodiscard]] std::vector<Sensor> sensors() const {
    std::vector<Sensor> all;
    for (const auto& of_chip : sensors_) all.insert(all.end(), of_chip.begin(), of_chip.end());
    return all;
  }

 private:
  FakeClock clock_;
  HostFiles sysfs_;
  Host host_{clock_, sysfs_, sysfs_, sysfs_, "node1"};
  std::vector<std::unique_ptr<Source>> sources_;
  std::vector<std::vector<Sensor>> sensors_;
};

std::optional<double> watts_of(const Sensor& sensor, const Values& before, const Values& after,
                               double dt) {
  const auto first = before.find(sensor.id), second = after.find(sensor.id);
  if (first == before.end() || second == after.end()) return std::nullopt;
  if (const auto* watts = std::get_if<Watts>(&first->second)) return watts->value();
  const auto rise =
      std::get<EnergyCount>(second->second).counts - std::get<EnergyCount>(first->second).counts;
  return static_cast<double>(rise) * sensor.joules_per_count / dt;
}

class HwmonCorpus : public testing::TestWithParam<Machine> {};

TEST_P(HwmonCorpus, EachSensorHasItsPlaceAndItsWatts) {
  const Machine& machine = GetParam();
  if (!CorpusMachine::exists(machine.name)) GTEST_SKIP() << "no shared corpus here";
  const CorpusMachine tree(machine.name);
  const auto expected = Json::parse(tree.expectation());
  Chips chips(tree.sysfs());
  const Values before = chips.read();
  tree.step();
  const Values after = chips.read();

  std::map<std::string, Seen> seen;
  std::vector<CoverCandidate> candidates;
  for (const Sensor& sensor : chips.sensors()) {
    EXPECT_TRUE(dressed(sensor, {.node = "node1", .rack = {}}).has_value()) << sensor.id;
    auto watts = watts_of(sensor, before, after, expected.at("dt_s").get<double>());
    candidates.push_back(candidate_of(sensor, watts.has_value(),
                                      watts ? std::optional(Watts(*watts)) : std::nullopt));
    if (watts) watts = std::round(*watts * 1e6) / 1e6;
    EXPECT_TRUE(seen.emplace(sensor.id, Seen{sensor.scope, watts}).second) << "twice " << sensor.id;
  }
  ASSERT_EQ(seen.size(), machine.sensors.size());
  for (const auto& [id, sensor] : machine.sensors) {
    ASSERT_TRUE(seen.contains(id)) << id;
    EXPECT_EQ(seen[id].scope, sensor.scope) << id;
    EXPECT_EQ(seen[id].watts, sensor.watts) << id;
  }

  const CoverChoice choice = choose_cover(candidates);
  ASSERT_EQ(choice.counted.has_value(), machine.basis.has_value());
  if (!choice.counted) return;
  EXPECT_EQ(choice.counted->basis, *machine.basis);
  double total = 0.0;
  for (const std::size_t member : choice.counted->members)
    total += candidates[member].power->value();
  if (machine.decides) {
    EXPECT_NEAR(total, expected.at("node_watts").get<double>(), 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Corpus, HwmonCorpus, testing::ValuesIn(kMachines), [](const auto& test) {
  std::string name = test.param.name;
  std::ranges::replace(name, '-', '_');
  return name;
});

// The energy of the whole machine before its power: one scope, counted once.
TEST(HwmonCorpusPower9, TheCounterIsTakenBeforeThePower) {
  if (!CorpusMachine::exists("power9-ac922")) GTEST_SKIP() << "no shared corpus here";
  const CorpusMachine tree("power9-ac922");
  const Chips chips(tree.sysfs());
  std::vector<CoverCandidate> candidates;
  for (const Sensor& sensor : chips.sensors())
    candidates.push_back(candidate_of(sensor, true, Watts(1)));
  const CoverChoice choice = choose_cover(candidates);
  ASSERT_EQ(choice.counted->members.size(), 1U);
  EXPECT_EQ(candidates[choice.counted->members[0]].id, kOpal + "energy1");
}

TEST(HwmonCorpusAbsent, MachinesWithoutAMeterHaveNoSuchSource) {
  for (const char* machine :
       {"vm-none", "vm-phantom-psys", "xeon-skx-2s-dram", "laptop-charging"}) {
    if (!CorpusMachine::exists(machine)) GTEST_SKIP() << "no shared corpus here";
    const CorpusMachine tree(machine);
    const FakeClock clock;
    const HostFiles sysfs(tree.sysfs());
    const Host host{clock, sysfs, sysfs, sysfs, "node1"};
    const auto sources = k_hwmon_source.open(Settings{}, host);
    ASSERT_FALSE(sources.has_value()) << machine;
    EXPECT_EQ(sources.error().code, ErrorCode::kNotPresent) << machine;
  }
}

}  // namespace
}  // namespace joulemark
