#include "query/device_watch.h"

#include <algorithm>

#include "core/caught.h"
#include "core/clean_text.h"
#include "measurement/live_sensor.h"

namespace joulemark {
namespace {

constexpr Duration kLeastReadLimit = std::chrono::seconds(1);

Error cleaned(Error error) {
  error.message = clean_text(error.message);
  return error;
}

// Energy over the time it is known for: neither resets nor unknown wraps are power.
std::optional<Watts> mean_of(const CounterAccumulator& counter) {
  const auto state = counter.state();
  if (!state || counter.counts() == 0) return std::nullopt;
  const double covered = seconds(state->time - state->start) - state->uncovered;
  if (covered <= 0.0) return std::nullopt;
  return Watts(counter.energy().value() / covered);
}

}  // namespace

DeviceWatch::DeviceWatch(std::unique_ptr<Source> source, const Clock& clock,
                         SensorDressing dressing, Duration time)
    : source_(std::move(source)), clock_(clock), dressing_(std::move(dressing)), time_(time) {}

bool DeviceWatch::discover() {
  auto sensors = caught([&] { return source_->discover(); });
  if (sensors)
    enrol(std::move(*sensors));
  else
    look_.error = cleaned(std::move(sensors).error());
  const bool any = std::ranges::any_of(watched_, [](const auto& w) { return w.has_value(); });
  look_.discovered = true;
  look_.done = !any;
  if (!any && !look_.error && look_.not_served.empty())
    look_.error = Error{ErrorCode::kNotPresent, "no sensors"};
  return any;
}

void DeviceWatch::enrol(std::vector<Sensor> sensors) {
  for (Sensor& found : sensors) {
    auto sensor = dressed(std::move(found), dressing_);
    watched_.emplace_back();
    if (!sensor) {
      look_.not_served.push_back(clean_text(sensor.error().message));
      continue;
    }
    interval_ = *sensor->metrology.sampling_interval;
    watched_.back() = Watched{std::move(*sensor)};
    if (watched_.back()->sensor.quantity == QuantityKind::kEnergy)
      watched_.back()->counter.emplace(watched_.back()->sensor);
  }
}

bool DeviceWatch::read() {
  const MonotonicTime now = clock_.monotonic();
  if (!end_) end_ = now + time_;
  if (due_) clock_.wait_until(std::min(*end_, std::max(now, *due_)), {});
  const MonotonicTime begun = clock_.monotonic();
  due_ = begun + interval_;
  const auto done =
      caught([&] { return source_->read(*this, begun + std::max(kLeastReadLimit, interval_)); });
  look_.error = done ? std::nullopt : std::optional(cleaned(done.error()));
  look_.done = begun >= *end_;
  return !look_.done;
}

void DeviceWatch::deliver(const Reading& reading) {
  if (reading.sensor >= watched_.size() || !watched_[reading.sensor]) return;
  Watched& watched = *watched_[reading.sensor];
  // A device's stamp that does not advance is no reading (METHOD S-1a).
  if (!is_reading(watched.sensor, reading) || watched.last == reading.time) return;
  watched.last = reading.time;
  ++watched.readings;
  if (watched.counter)
    watched.counter->add(reading.time, std::get<EnergyCount>(reading.value));
  else
    watched.sum += std::get<Watts>(reading.value).value();
}

SensorLook DeviceWatch::look_at(const Watched& watched) {
  SensorLook out{.sensor = watched.sensor, .readings = watched.readings};
  if (watched.counter) {
    const auto state = watched.counter->state();
    out.alive = watched.counter->last_moved().has_value();
    out.power = mean_of(*watched.counter);
    out.resets = state ? state->resets : 0;
  } else if (watched.readings > 0) {
    out.alive = true;
    out.power = Watts(watched.sum / static_cast<double>(watched.readings));
  }
  return out;
}

DeviceLook DeviceWatch::look() const {
  DeviceLook out = look_;
  for (const auto& watched : watched_)
    if (watched) out.sensors.push_back(look_at(*watched));
  return out;
}

}  // namespace joulemark
