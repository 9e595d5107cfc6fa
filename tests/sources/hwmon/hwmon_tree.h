// Small hwmon trees and the machine around them, as the kernel lays them out.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/source.h"
#include "sources/hwmon/hwmon_source.h"
#include "sources/hwmon/sensors.h"
#include "tests/fakes/fake_clock.h"
#include "tests/fakes/fake_files.h"

namespace joulemark {

using Attribute = std::pair<std::string, std::string>;

inline constexpr std::string_view kGpuDevice = "pci0000:00/0000:00:01.1/0000:03:00.0";

class HwmonMachine {
 public:
  // A chip with attributes in its own folder; values get their newline.
  void add(unsigned number, const std::string& device, const std::string& name,
           const std::vector<Attribute>& attributes) {
    add_chip(number, device, name);
    for (const auto& [file, text] : attributes) sysfs.set(own(number, device, file), text + "\n");
  }
  // A chip whose attributes lie on its device, as those of the ACPI meter.
  void add_on_device(unsigned number, const std::string& device, const std::string& name,
                     const std::vector<Attribute>& attributes) {
    add_chip(number, device, name);
    for (const auto& [file, text] : attributes) sysfs.set(on_device(device, file), text + "\n");
  }
  // The usual files of an ACPI meter.
  void add_meter(unsigned number, const std::string& device, const std::string& oem_info,
                 const std::vector<Attribute>& more = {}) {
    std::map<std::string, std::string> contents = {
        {"power1_average", "310000000"},       {"power1_average_interval", "50"},
        {"power1_average_interval_min", "50"}, {"power1_is_battery", "0"},
        {"power1_model_number", ""},           {"power1_oem_info", oem_info}};
    for (const auto& [file, text] : more) contents[file] = text;
    add_on_device(number, "LNXSYSTM:00/" + device, "power_meter",
                  {contents.begin(), contents.end()});
  }
  static std::string own(unsigned number, const std::string& device, const std::string& file) {
    return "devices/" + device + "/hwmon/hwmon" + std::to_string(number) + "/" + file;
  }
  static std::string on_device(const std::string& device, const std::string& file) {
    return "devices/" + device + "/" + file;
  }

  Result<std::vector<std::unique_ptr<Source>>> open(std::string_view yaml = "") {
    return k_hwmon_source.open(*Settings::parse(yaml, "joulemark.yaml"), host);
  }
  // The sensors of all chips, chip by chip.
  std::vector<Sensor> all_sensors(std::string_view yaml = "") {
    std::vector<Sensor> all;
    const auto sources = open(yaml);
    if (!sources) return all;
    for (const auto& source : *sources) {
      const auto found = source->discover();
      if (found) all.insert(all.end(), found->begin(), found->end());
    }
    return all;
  }
  // The same by "name/channel".
  std::map<std::string, Sensor> sensors(std::string_view yaml = "") {
    std::map<std::string, Sensor> out;
    for (const Sensor& sensor : all_sensors(yaml)) {
      const auto channel = sensor.id.rfind('/');
      const auto name = sensor.id.rfind('/', channel - 1);
      out[sensor.id.substr(name + 1)] = sensor;
    }
    return out;
  }

  FakeClock clock;
  FakeFiles sysfs, procfs, files;
  std::vector<std::string> warnings;
  Host host{clock, sysfs,   procfs,
            files, "node1", [this](std::string_view text) { warnings.emplace_back(text); }};

 private:
  void add_chip(unsigned number, const std::string& device, const std::string& name) {
    sysfs.set(own(number, device, "name"), name + "\n");
    sysfs.link(own(number, device, "device"), "../..");
    sysfs.link("class/hwmon/hwmon" + std::to_string(number),
               "../../devices/" + device + "/hwmon/hwmon" + std::to_string(number));
  }
};

}  // namespace joulemark
