// A ledger with fixed contents at a fixed time: what the golden page is made from.
#pragma once

#include "exporter/metrics_page.h"
#include "tests/fakes/scripted_source.h"

namespace joulemark {

inline const UtcTime kPageTime(std::chrono::seconds(1'796'039'107) +
                               std::chrono::milliseconds(512));
inline constexpr MonotonicTime kPageBoot{std::chrono::hours(1)};

inline PageFacts page_facts() {
  ProcessFacts process;
  process.cpu_seconds = 1.25;
  process.open_fds = 42;
  process.max_fds = 1024;
  process.virtual_bytes = 300'000'000;
  process.resident_bytes = 9'000'000;
  process.threads = 36;
  process.started = kPageTime - std::chrono::hours(1);
  return {kPageTime,
          {.synchronized = true, .error_bound = std::chrono::microseconds(1500)},
          process,
          {"1.2.3", "0123456789ab", "joulemark-method/1.0", "1.0"}};
}

// A package with its core, a memory zone that is silent for long, and an integrated supply input.
inline std::vector<Sensor> page_sensors() {
  Sensor package = counter_sensor("package-0", "node/cpu:0");
  package.source_class = "RAPL package, measured (Haswell-EP and later)";
  package.model = "Example CPU \"Q\" \\ 1";
  package.metrology.accuracy = {.relative = 0.1,
                                .absolute = {},
                                .distribution = Distribution::kNormalK1,
                                .dof = 12.5,
                                .group = "test/Example",
                                .source = AccuracySource::kClassDefault};
  Sensor core = counter_sensor("core-0", "node/cpu:0/core");
  Sensor silent = counter_sensor("dram-0", "node/dram:0");
  Sensor supply = power_sensor("psu-1", "node/psu:1/in");
  supply.vendor = "Beispiel GmbH";
  supply.serial = "S-1";
  supply.rack = "r07";
  supply.metrology.power_max = Bound{Watts(3000), BoundsSource::kDevice};
  supply.metrology.power_min = Bound{Watts(20), BoundsSource::kMeasuredIdle};
  supply.metrology.rating = Watts(3000);
  supply.metrology.latency_max = std::chrono::seconds(1);
  return {package, core, silent, supply};
}

inline Snapshot page_snapshot() {
  using namespace std::chrono_literals;
  Ledger ledger;
  std::vector<SensorPtr> texts;
  for (const Sensor& s : page_sensors()) texts.push_back(std::make_shared<SensorText>(s));
  const OwnerId owner{1};
  ledger.sources.start(owner, "test", true, kPageBoot);
  ledger.sources.start(OwnerId{2}, "broken", true, kPageBoot);
  const auto handles = ledger.sensors.enrol(owner, texts, MonotonicTime::min(), kPageBoot);
  for (int i = 0; i <= 100; ++i) {
    const Duration ago = (100 - i) * 100ms;
    const auto at = kPageTime - 12ms - ago;
    const auto boot = kPageBoot - ago;
    const auto n = static_cast<std::uint64_t>(i);
    const auto give = [&](std::size_t sensor, auto value) {
      ledger.sensors.record(*handles[sensor], {0, at, value}, boot);
    };
    give(0, EnergyCount{(262'143'000'000 + n * 8'765'432) % 262'143'328'851});
    give(1, EnergyCount{n * 4'000'000});
    if (i < 50) give(2, EnergyCount{n * 1'000'000});
    give(3, Watts(i % 7 < 3 ? 250.5 : 400.0));
  }
  ledger.sources.read_done(owner, 250us, kPageTime - 12ms);
  ledger.sources.read_done(owner, 40ms, kPageTime - 12ms);
  ledger.sources.read_failed(OwnerId{2}, 1ms, {ErrorCode::kPermission, "energy_uj: EACCES"});
  return ledger.snapshot(kPageBoot);
}

}  // namespace joulemark
