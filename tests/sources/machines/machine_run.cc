#include "tests/sources/machines/machine_run.h"

#include <functional>

#include "exporter/sensor_text.h"
#include "measurement/sensor_dressing.h"
#include "sources/registry.h"

namespace joulemark {
namespace {

class Recorder final : public Sink {
 public:
  explicit Recorder(std::function<void(const Reading&)> take) : take_(std::move(take)) {}
  void deliver(const Reading& reading) override { take_(reading); }

 private:
  std::function<void(const Reading&)> take_;
};

}  // namespace

MachineRun::MachineRun(const Files& sysfs, const Files& procfs)
    : host_{clock_, sysfs, procfs, procfs, "node1", [this](std::string_view text) {
              const auto colon = text.find(": ");
              complaints_.push_back({std::string(text.substr(0, colon)), "warning",
                                     std::string(text.substr(colon + 2))});
            }} {}

void MachineRun::complain(const std::string& source, const Error& error) {
  complaints_.push_back({source, std::string(to_string(error.code)), error.message});
}

void MachineRun::begin(const std::map<std::string, std::string>& settings) {
  for (const SourceEntry& entry : registry()) {
    if (entry.name == "replay") continue;
    const std::string name(entry.name);
    const auto own = settings.find(name);
    const std::string yaml = own == settings.end() ? "" : own->second;
    auto opened = entry.open(*Settings::parse(yaml, "settings"), host_);
    if (!opened) {
      if (opened.error().code != ErrorCode::kNotPresent) complain(name, opened.error());
      continue;
    }
    for (auto& source : *opened)
      running_.push_back({name, std::move(source), OwnerId{running_.size() + 1}, {}});
  }
  for (Running& running : running_) discover(running, MonotonicTime::min());
}

void MachineRun::discover(Running& running, MonotonicTime unbroken_since) {
  running.handles.clear();
  auto sensors = running.source->discover();
  if (!sensors) {
    if (sensors.error().code != ErrorCode::kNotPresent) complain(running.name, sensors.error());
    return;
  }
  std::vector<SensorPtr> texts;
  for (Sensor& sensor : *sensors) {
    auto ready = dressed(std::move(sensor), {.node = "node1", .rack = {}});
    if (!ready) return complain(running.name, ready.error());
    texts.push_back(std::make_shared<SensorText>(*std::move(ready)));
  }
  running.handles = ledger_.enrol(running.owner, texts, unbroken_since, clock_.monotonic());
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (!running.handles[i])
      complain(running.name, {ErrorCode::kInternal, texts[i]->sensor.id + " exists twice"});
}

void MachineRun::read() {
  for (Running& running : running_) {
    if (running.handles.empty()) continue;
    const MonotonicTime begun = clock_.monotonic();
    Recorder recorder([&](const Reading& reading) {
      ledger_.record(*running.handles.at(reading.sensor), reading, clock_.monotonic());
    });
    const auto done = running.source->read(recorder, begun + std::chrono::seconds(1));
    if (done) continue;
    complain(running.name, done.error());
    if (done.error().code == ErrorCode::kNotPresent) discover(running, begun);
  }
}

std::vector<SensorView> MachineRun::views() const { return ledger_.view(clock_.monotonic()); }

std::optional<NodeFigure> MachineRun::figure() {
  auto figures = covers_.figures(views());
  if (figures.empty()) return std::nullopt;
  return std::move(figures.front());
}

}  // namespace joulemark
