// The source before a dcgm-exporter whose pages the test writes, on a clock that costs no time.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "sources/dcgm_exporter/dcgm_exporter_source.h"
#include "tests/fakes/fake_clock.h"
#include "tests/fakes/fake_files.h"
#include "tests/fakes/function_fleet.h"
#include "tests/fakes/keeping_sink.h"

namespace joulemark::dcgm_exporter {

using namespace std::chrono_literals;

// GPUs at constant power, collected once per `collect`.
struct PlayedGpus {
  struct Gpu {
    std::string uuid = "GPU-aa", pci = "00000000:1B:00.0", model = "NVIDIA H100 80GB HBM3";
    double watts = 400.0, joules = 1e6;
  };
  std::vector<Gpu> gpus = {Gpu{}};
  Duration collect = 5s;
  bool standing = false;  // the collector
  std::string energy_name = "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION";
  double counts_per_joule = 1e3;
  bool with_power = true;

  [[nodiscard]] std::string page(MonotonicTime now) {
    const auto steps = (now.time_since_epoch()) / collect;
    if (!standing) collected_ = steps;
    std::string out;
    for (const Gpu& gpu : gpus) {
      const std::string labels = "{gpu=\"0\",UUID=\"" + gpu.uuid +
                                 (gpu.pci.empty() ? "" : "\",pci_bus_id=\"" + gpu.pci) +
                                 "\",modelName=\"" + gpu.model + "\"} ";
      const double joules =
          gpu.joules + gpu.watts * seconds(collect) * static_cast<double>(collected_);
      if (with_power)
        out += "DCGM_FI_DEV_POWER_USAGE" + labels +
               std::to_string(gpu.watts + 1e-3 * static_cast<double>(collected_ % 7)) + "\n";
      out += energy_name + labels +
             std::to_string(static_cast<std::uint64_t>(joules * counts_per_joule)) + "\n";
    }
    return out;
  }

 private:
  Duration::rep collected_ = 0;
};

class DcgmRig : public ::testing::Test {
 protected:
  DcgmRig() {
    host.http_fleet = [this] {
      return std::make_unique<FunctionFleet>(
          clock, std::vector<FunctionFleet::Service>{[this](const HttpRequest& request) {
            requests.push_back(request);
            return answer();
          }},
          std::vector<Duration>{latency});
    };
  }

  Result<HttpResponse> answer() {
    if (dead) return fail(ErrorCode::kUnavailable, "connection refused");
    HttpResponse out;
    out.status = status;
    out.body = body.value_or(gpus.page(clock.monotonic()));
    return out;
  }

  std::unique_ptr<Source> open(const std::string& more = "collect_interval: 5s") {
    auto opened = k_dcgm_exporter_source.open(
        *Settings::parse("targets: [{url: 'http://localhost:9400', " + more + "}]", "j.yaml"),
        host);
    EXPECT_TRUE(opened) << opened.error().message;
    return std::move(opened->front());
  }
  // One read a second, as the exporter does it, with a new discovery where the source asks for one.
  std::vector<Reading> play(Source& source, int reads) {
    std::vector<Reading> out;
    for (int i = 0; i < reads; ++i) {
      sink.readings.clear();
      const MonotonicTime begun = clock.monotonic();
      last = source.read(sink, begun + 1s);
      EXPECT_LE(clock.monotonic() - begun, 1s);
      if (!last) errors[last.error().message] += 1;
      out.insert(out.end(), sink.readings.begin(), sink.readings.end());
      if (source.sensors_changed()) sensors = *source.discover();
      static_cast<void>(clock.wait_until(begun + 1s, {}));
    }
    return out;
  }
  static std::vector<Reading> of(const std::vector<Reading>& all, std::uint32_t sensor) {
    std::vector<Reading> out;
    for (const Reading& one : all)
      if (one.sensor == sensor) out.push_back(one);
    return out;
  }
  static double joules(const Reading& reading, double per_count = 1e-3) {
    return per_count * static_cast<double>(std::get<EnergyCount>(reading.value).counts);
  }

  FakeClock clock;
  FakeFiles files;
  PlayedGpus gpus;
  bool dead = false;
  int status = 200;
  std::optional<std::string> body;
  Duration latency = 20ms;
  std::vector<HttpRequest> requests;
  std::vector<std::string> warnings;
  Host host{clock, files,   files,
            files, "node1", [this](std::string_view text) { warnings.emplace_back(text); }};
  KeepingSink sink;
  std::vector<Sensor> sensors;
  Result<void> last;
  std::map<std::string, int> errors;
};

}  // namespace joulemark::dcgm_exporter
