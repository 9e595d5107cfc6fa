// Small powercap trees and the machine around them, as the kernel lays them out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/source.h"
#include "sources/rapl/rapl_source.h"
#include "tests/fakes/fake_clock.h"
#include "tests/fakes/fake_files.h"
#include "tests/fakes/keeping_sink.h"

namespace joulemark {

inline constexpr std::string_view kPackageRange = "262143328850\n";  // 61 uJ
inline constexpr std::string_view kAmdRange = "65532610987\n";       // 15.3 uJ (2^-16 J)
inline constexpr std::string_view kDramRange = "65712999613\n";      // 15.3 uJ, Intel servers

inline std::string cpuinfo(std::string_view vendor, int family, int model,
                           std::string_view flags = "fpu msr") {
  return "processor\t: 0\nvendor_id\t: " + std::string(vendor) +
         "\ncpu family\t: " + std::to_string(family) + "\nmodel\t\t: " + std::to_string(model) +
         "\nmodel name\t: Test CPU @ 2.00GHz\nflags\t\t: " + std::string(flags) +
         "\n\nprocessor\t: 1\nvendor_id\t: other\n\n";
}
inline const std::string kIcelakeServer = cpuinfo("GenuineIntel", 6, 106);
inline const std::string kSapphireRapids = cpuinfo("GenuineIntel", 6, 143);
inline const std::string kLaptop = cpuinfo("GenuineIntel", 6, 170);
inline const std::string kEpyc = cpuinfo("AuthenticAMD", 25, 1);

class PowercapMachine {
 public:
  explicit PowercapMachine(const std::string& cpu = kIcelakeServer) { procfs.set("cpuinfo", cpu); }

  // folder: "intel-rapl:0:1". No constraint files: monitor-only zones have none.
  void add(const std::string& folder, const std::string& name, std::string_view range,
           const std::string& energy = "0\n") {
    const std::string at = device(folder);
    sysfs.set(at + "/name", name + "\n");
    sysfs.set(at + "/enabled", "0\n");
    sysfs.set(at + "/energy_uj", energy);
    if (!range.empty()) sysfs.set(at + "/max_energy_range_uj", std::string(range));
    sysfs.link("class/powercap/" + folder, "../../" + at);
  }
  // The real path of a zone, for errors and changes.
  static std::string device(const std::string& folder) {
    std::string at = "devices/virtual/powercap/" + folder.substr(0, folder.find(':'));
    for (auto colon = folder.find(':'); colon != std::string::npos;) {
      colon = folder.find(':', colon + 1);
      at += "/" + folder.substr(0, colon);
    }
    return at;
  }
  static std::string energy(const std::string& folder) { return device(folder) + "/energy_uj"; }

  Result<std::vector<std::unique_ptr<Source>>> open(std::string_view yaml = "") {
    return k_rapl_source.open(*Settings::parse(yaml, "joulemark.yaml"), host);
  }

  FakeClock clock;
  FakeFiles sysfs, procfs, files;
  std::vector<std::string> warnings;
  Host host{clock, sysfs,   procfs,
            files, "node1", [this](std::string_view text) { warnings.emplace_back(text); }};
};

}  // namespace joulemark
