// A laptop with class/power_supply: batteries and inputs as the kernel shows them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/source.h"
#include "sources/battery/battery_source.h"
#include "tests/fakes/fake_clock.h"
#include "tests/fakes/fake_files.h"
#include "tests/fakes/keeping_sink.h"

namespace joulemark {

class Laptop {
 public:
  static std::string path(const std::string& supply, const std::string& file) {
    return "class/power_supply/" + supply + "/" + file;
  }
  void set(const std::string& supply, const std::string& file, const std::string& content) {
    sysfs.set(path(supply, file), content + "\n");
  }
  void add_battery(const std::string& name, const std::string& status,
                   const std::string& microwatts) {
    set(name, "type", "Battery");
    set(name, "status", status);
    set(name, "present", "1");
    if (!microwatts.empty()) set(name, "power_now", microwatts);
  }
  void add_input(const std::string& name, const std::string& online,
                 const std::string& type = "Mains") {
    set(name, "type", type);
    set(name, "online", online);
  }
  Result<std::vector<std::unique_ptr<Source>>> open(std::string_view yaml = "") {
    return k_battery_source.open(*Settings::parse(yaml, "joulemark.yaml"), host);
  }

  FakeClock clock;
  FakeFiles sysfs, procfs, files;
  std::vector<std::string> warnings;
  Host host{clock, sysfs,   procfs,
            files, "node1", [this](std::string_view text) { warnings.emplace_back(text); }};
};

}  // namespace joulemark
