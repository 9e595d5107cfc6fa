// Exporters with known readings, scraped into a FakePrometheus: what fetch() must join again.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/metric_names.h"
#include "tests/fakes/fake_prometheus.h"

namespace joulemark {

inline UtcTime after(double s) {
  return UtcTime(std::chrono::seconds(1'800'000'000)) + from_seconds(s);
}

// One sensor of one exporter. Energy is 100 W since the start.
struct PageSensor {
  std::string node = "n1", source = "rapl", sensor = "package-0";
  std::string method = "counter", scope = "node/cpu:0", component = "cpu", boundary = "component";
  Labels info{{"supply", "dc"},        {"quantity", "energy"},
              {"power_kind", "real"},  {"sampling", "periodic"},
              {"time", "read"},        {"rounding", "round"},
              {"vendor", "intel"},     {"accuracy_source", "class_default"},
              {"accuracy_group", "g"}, {"accuracy_distribution", "normal_k1"},
              {"filtered", "false"},   {"simulated", "false"}};
  double update_interval = 0.001, accuracy = 0.1;
  double start = -1000.0;                          // s after(0)
  std::function<double(double)> energy = nullptr;  // J at a scrape; none: 100 W since the start
  double reading_delay = 0.030;                    // the reading is that much older than the scrape
};

struct PageScrape {
  std::string instance = "e1:11818", job = "joulemark";
  bool metadata = true;  // /metrics; false: /metrics/energy
  Labels target = {};    // labels that the scrape configuration adds
};

class Page {
 public:
  Page(FakePrometheus& server, PageScrape scrape, std::vector<PageSensor> served)
      : sensors(std::move(served)), server_(server), scrape_(std::move(scrape)) {}

  std::vector<PageSensor> sensors;

  void scrape_at(double t) {
    for (const PageSensor& sensor : sensors) samples(sensor, t);
    const Labels none;
    put(metric::kClockSynchronized, none, t, 1);
    put(metric::kClockErrorBound, none, t, 0.004);
    put(metric::kExporterTime, none, t, epoch(t + 0.002));
    put("scrape_duration_seconds", none, t, 0.010);
  }
  void scrape(double first, double last, double interval) {
    for (int i = 0; first + i * interval <= last + 1e-9; ++i) scrape_at(first + i * interval);
  }
  static double energy_at(const PageSensor& sensor, double t) {
    if (sensor.energy) return sensor.energy(t);
    return 100.0 * (t - sensor.reading_delay - sensor.start);
  }

 private:
  static double epoch(double t) { return 1.8e9 + t; }
  void put(std::string_view name, Labels labels, double t, double value) {
    labels["__name__"] = std::string(name);
    labels["instance"] = scrape_.instance;
    labels["job"] = scrape_.job;
    for (const auto& [key, text] : scrape_.target) labels[key] = text;
    server_.add(std::move(labels), after(t), value);
  }
  void samples(const PageSensor& sensor, double t) {
    const Labels id{{"node", sensor.node}, {"source", sensor.source}, {"sensor", sensor.sensor}};
    Labels words = id;
    words.insert({{"method", sensor.method},
                  {"scope", sensor.scope},
                  {"component", sensor.component},
                  {"boundary", sensor.boundary}});
    put(metric::kEnergy, words, t, energy_at(sensor, t));
    put(metric::kReadingTime, id, t, epoch(t - sensor.reading_delay));
    put(metric::kUncovered, id, t, 0.25);
    put(metric::kResets, id, t, 2);
    put(metric::kEnergyStart, id, t, epoch(sensor.start));
    if (sensor.method == "integrated") put(metric::kSamplingVariance, id, t, 3.0 + t);
    Labels low = id;
    low.insert({{"limit", "min"}, {"window", "60s"}});
    put(metric::kPowerExtreme, low, t, 90);
    Labels high = id;
    high.insert({{"limit", "max"}, {"window", "60s"}});
    put(metric::kPowerExtreme, high, t, 110);
    if (scrape_.metadata) metadata(sensor, id, t);
  }
  void metadata(const PageSensor& sensor, const Labels& id, double t) {
    Labels info = id;
    info.insert(sensor.info.begin(), sensor.info.end());
    info.insert(
        {{"scope", sensor.scope}, {"component", sensor.component}, {"boundary", sensor.boundary}});
    put(metric::kSensorInfo, info, t, 1);
    put(metric::kUpdateInterval, id, t, sensor.update_interval);
    put(metric::kAccuracyRatio, id, t, sensor.accuracy);
    put(metric::kResolutionJoules, id, t, 1e-6);
  }

  FakePrometheus& server_;
  PageScrape scrape_;
};

}  // namespace joulemark
