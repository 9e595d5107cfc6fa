// The sensors of the source on the service trees of many vendors (shared fixtures, EXPECTED.md):
// the whole way from login to readings, but for the network.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "measurement/sensor_dressing.h"
#include "tests/sources/redfish/poll/service_rig.h"

namespace joulemark::redfish {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class RedfishSensors : public ::testing::Test {
 protected:
  static std::filesystem::path fixtures() {
    return std::filesystem::path(JOULEMARK_SHARED_FIXTURES) / "redfish";
  }
  void SetUp() override {
    if (!std::filesystem::exists(fixtures() / "EXPECTED.md"))
      GTEST_SKIP() << "no shared fixtures here";
  }
  static ServiceRig::Answer folder(const std::string& name) {
    return [at = fixtures() / name / "redfish/v1"](const std::string& path) {
      if (path.find("..") != std::string::npos) return ServiceRig::reply(400);
      const auto own = path.substr(0, path.find('?'));
      std::ifstream in(at / (own.empty() ? own : own.substr(1)) / "index.json");
      if (!in || own != path) return ServiceRig::reply(in ? 400 : 404);
      return ServiceRig::reply(200, std::string{std::istreambuf_iterator<char>(in), {}});
    };
  }
  // Scope, quantity, boundary, supply and last value of each sensor: "node power ac_input/ac 614".
  static std::vector<std::string> sensors(const std::string& name) {
    ServiceRig rig(folder(name));
    rig.run(1min);
    std::map<std::uint32_t, std::string> last;
    for (const auto& [generation, reading] : rig.readings)
      if (generation == rig.service->generation()) last[reading.sensor] = text_of(rig, reading);
    std::vector<std::string> out;
    const auto& all = rig.service->sensors();
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      const Sensor& one = all[i];
      EXPECT_TRUE(dressed(one, {.node = "n", .rack = {}}).has_value()) << one.id;
      out.push_back(one.scope + " " + std::string(to_string(one.quantity)) + " " +
                    std::string(to_string(one.boundary)) + "/" +
                    std::string(to_string(one.supply)) + " " + (last.contains(i) ? last[i] : "-"));
    }
    std::sort(out.begin(), out.end());
    return out;
  }
  static std::string text_of(const ServiceRig& rig, const Reading& reading) {
    const Sensor& sensor = rig.service->sensors().at(reading.sensor);
    const double value = std::holds_alternative<Watts>(reading.value)
                             ? std::get<Watts>(reading.value).value()
                             : static_cast<double>(std::get<EnergyCount>(reading.value).counts) *
                                   sensor.joules_per_count;
    std::ostringstream out;
    out.precision(12);
    out << value;
    return out.str();
  }
};

struct Told {
  const char* folder;
  std::vector<std::string> sensors;  // all of them
};
void PrintTo(const Told& told, std::ostream* out) { *out << told.folder; }

class RedfishSensorsOf : public RedfishSensors, public ::testing::WithParamInterface<Told> {};

TEST_P(RedfishSensorsOf, AreAsCheckedByHand) {
  EXPECT_EQ(sensors(GetParam().folder), GetParam().sensors);
}

INSTANTIATE_TEST_SUITE_P(
    Trees, RedfishSensorsOf,
    ::testing::Values(
        Told{"dell-r750-idrac9", {"node power ac_input/ac 614"}},
        Told{"dmtf-public-liquid-cooled-server",
             {"node power unknown/unknown 374", "node/psu:bay1/in power ac_input/ac 937.4"}},
        Told{
            "dmtf-public-pdu",
            {"pdu:n1/inlet power ac_input/ac 6438", "pdu:n1/outlet:a1 power ac_input/ac 197.4",
             "pdu:n1/outlet:a2 power ac_input/ac 384.5", "pdu:n1/outlet:a3 power ac_input/ac 349.9",
             "pdu:n1/outlet:b1 power ac_input/ac 228.3", "pdu:n1/outlet:b2 power ac_input/ac 321.6",
             "pdu:n1/outlet:b3 power ac_input/ac 426.5", "pdu:n1/outlet:c1 power ac_input/ac 56.8",
             "pdu:n1/outlet:c2 power ac_input/ac 394.1",
             "pdu:n1/outlet:c3 power ac_input/ac 355.4"}},
        Told{"dmtf-public-power-shelf", {"shelf:n1/in power ac_input/ac 6438"}},
        Told{"dmtf-public-rackmount1",
             {"node power unknown/unknown 374", "node/psu:bay1/in power ac_input/ac 937.4"}},
        Told{"dmtf-public-telemetry", {"node power unknown/unknown 8000"}},
        Told{"dmtf-public-tower", {"node power ac_input/ac 974"}},
        Told{"gigabyte-megarac", {"node power unknown/unknown 100"}}, Told{"hpe-cray-cmm", {}},
        Told{"hpe-cray-ex235a", {"node energy dc_input/dc -", "node power dc_input/dc -"}},
        Told{"hpe-cray-ex235n", {"node energy dc_input/dc -", "node power dc_input/dc -"}},
        Told{"hpe-dl325-ilo5", {"node power unknown/unknown 97"}},
        Told{"hpe-xl675d-a100-ilo5", {"node power unknown/unknown 894"}},
        Told{"hpe-xl675d-a40-ilo5", {"node power unknown/unknown 779"}},
        Told{"intel-s2600-bmc", {"node power unknown/unknown 148"}},
        Told{"lenovo-sr670-xcc",
             {"node power ac_input/ac 416", "node/cpu:1 power component/dc 111",
              "node/dram:1 power component/dc 12", "node/psu:0/in power ac_input/ac 116",
              "node/psu:0/out power psu_output/dc 100", "node/psu:1/in power ac_input/ac 118",
              "node/psu:1/out power psu_output/dc 96", "node/psu:2/in power ac_input/ac 129",
              "node/psu:2/out power psu_output/dc 103", "node/psu:3/in power ac_input/ac 57",
              "node/psu:3/out power psu_output/dc 41"}},
        Told{"nvidia-bluefield-dpu", {}},
        Told{"nvidia-gh200",
             {"node/module:hgx_processormodule_0 energy component/dc 1606554.353",
              "node/module:hgx_processormodule_0 power component/dc 165.674",
              "node/module:hgx_processormodule_0/cpu:hgx_cpu_0 energy component/dc 303963.835",
              "node/module:hgx_processormodule_0/gpu:hgx_gpu_0 energy component/dc 796170.359",
              "node/module:hgx_processormodule_0/gpu:hgx_gpu_0 power component/dc 84.661",
              "node/module:hgx_processormodule_1 energy component/dc 1391964.979",
              "node/module:hgx_processormodule_1 power component/dc 143.785",
              "node/module:hgx_processormodule_1/gpu:hgx_gpu_1 energy component/dc 932867.025",
              "node/module:hgx_processormodule_1/gpu:hgx_gpu_1 power component/dc 99.368"}},
        Told{"openbmc-stock", {}}, Told{"openstack-sushy-quadblade", {}},
        Told{"synthetic-200-with-error", {}},
        Told{"synthetic-dell-lifetime-on-power-sensor",
             {"node energy unknown/unknown 4444441200", "node power unknown/unknown 242"}},
        Told{"synthetic-fujitsu-irmc-oem", {"node power unknown/unknown 150"}},
        Told{"synthetic-host-off", {}}, Told{"synthetic-hostile-links", {}},
        Told{"synthetic-hp-ilo4-legacy", {"node power unknown/unknown 93"}},
        Told{"synthetic-hpe-g2-pdu-prestandard", {}},
        Told{"synthetic-ideal-node",
             {"node energy ac_input/ac 2537024842.8", "node power ac_input/ac 611.5"}},
        Told{"synthetic-pdu-integer-kwh",
             {"pdu:n1/outlet:outlet1 power ac_input/ac 412",
              "pdu:n1/outlet:outlet2 energy ac_input/ac 7962854400",
              "pdu:n1/outlet:outlet2 power ac_input/ac 0"}},
        Told{"synthetic-string-numbers",
             {"node power unknown/unknown 321", "node/psu:0/in power unknown/unknown 170"}},
        Told{"telegraf-dell-idrac9-psu-rating",
             {"node power unknown/unknown 429", "node/psu:0/out power psu_output/dc 203"}},
        Told{"telegraf-dell-invalid", {}},
        Told{"telegraf-hpe-ilo5", {"node power unknown/unknown 221"}},
        Told{"telegraf-hpe-powersubsystem", {"node/psu:powersupply1/in power ac_input/ac 937.4"}}),
    [](const auto& told) {
      std::string name = told.param.folder;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

// The host was switched off, the body is no JSON, an error came with 200, a unit is not known ...
TEST_F(RedfishSensors, WhatIsMissingOrOddIsSaid) {
  const std::map<std::string, std::string> told{
      {"gigabyte-megarac", "196"},
      {"synthetic-pdu-integer-kwh", "3600 kJ is not served"},
      {"synthetic-dell-lifetime-on-power-sensor", "LifetimeReading"},
      {"synthetic-hpe-g2-pdu-prestandard", "before the standard"}};
  for (const auto& [name, text] : told) {
    ServiceRig rig(folder(name));
    rig.run(1min);
    EXPECT_THAT(rig.remarks, Contains(HasSubstr(text))) << name;
  }
  for (const char* name : {"synthetic-host-off", "telegraf-dell-invalid", "openbmc-stock",
                           "synthetic-200-with-error", "nvidia-bluefield-dpu"}) {
    ServiceRig rig(folder(name));
    rig.run(1min);
    EXPECT_TRUE(rig.service->trouble()) << name << ": absent is not zero, and not all is well";
    EXPECT_THAT(rig.readings, IsEmpty());
  }
}

}  // namespace
}  // namespace joulemark::redfish
