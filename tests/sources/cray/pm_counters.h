// A node with pm_counters: files as its controller writes them, scan by scan.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/source.h"
#include "sources/cray/cray_source.h"
#include "tests/fakes/fake_clock.h"
#include "tests/fakes/fake_files.h"
#include "tests/fakes/keeping_sink.h"

namespace joulemark {

class PmMachine {
 public:
  PmMachine() {
    set("version", "3\n");
    set("raw_scan_hz", "10\n");
    set("generation", "4\n");
    set("startup", "1780055122858757\n");
    set("power_cap", "0 W\n");
    set("cpu0_temp", "44 C 1784929200359295 us\n");
    publish(0);
  }

  // The n-th scan: 500 W for the node, of which 100 W are the processor's.
  void publish(std::int64_t n) {
    const UtcTime stamp = start + n * scan;
    const auto joules = [&](double watts) {
      return static_cast<std::uint64_t>(watts * seconds(n * scan));
    };
    set("power", line(500, 'W', stamp));
    set("energy", line(base + joules(500), 'J', stamp));
    set("cpu_power", line(100, 'W', stamp));
    set("cpu_energy", line(joules(100), 'J', stamp));
    set("freshness", std::to_string(100 + n) + "\n");
  }
  // From now on every look finds what the controller would have published by then: scans that
  // reach the files `delay` after their stamp (a negative delay: its clock runs ahead).
  void run_by_itself(Duration delay) {
    start = clock.now() - delay;
    sysfs.before_read([this](const std::string&) { publish(scans_until_now()); });
  }
  [[nodiscard]] std::int64_t scans_until_now() const { return (clock.monotonic() - begin) / scan; }

  static std::string line(std::uint64_t value, char unit, UtcTime stamp) {
    const auto us =
        std::chrono::duration_cast<std::chrono::microseconds>(stamp.time_since_epoch()).count();
    return std::to_string(value) + " " + unit + " " + std::to_string(us) + " us\n";
  }
  static std::string path(const std::string& file) { return "cray/pm_counters/" + file; }
  void set(const std::string& file, std::string content) {
    sysfs.set(path(file), std::move(content));
  }
  Result<std::vector<std::unique_ptr<Source>>> open(std::string_view yaml = "") {
    return k_cray_source.open(*Settings::parse(yaml, "joulemark.yaml"), host);
  }

  FakeClock clock;
  FakeFiles sysfs, procfs, files;
  Duration scan = std::chrono::milliseconds(100);
  UtcTime start = clock.now();
  MonotonicTime begin = clock.monotonic();
  std::uint64_t base = 4'709'337'659;  // J, at the first scan
  std::vector<std::string> warnings;
  Host host{clock, sysfs,   procfs,
            files, "node1", [this](std::string_view text) { warnings.emplace_back(text); }};
};

}  // namespace joulemark
