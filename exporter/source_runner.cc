#include "exporter/source_runner.h"

#include <algorithm>
#include <utility>

#include "core/time_text.h"
#include "platform/logging.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;

constexpr Duration kDiscoveryLimit = 10s;
constexpr Duration kLeastReadLimit = 1s;
constexpr Duration kLongestReadWait = 10s;
constexpr Duration kGlance = 250ms;  // at a request to let go
constexpr Duration kLongestDiscoveryWait = 60s;

// As the source says, whatever a known seed makes of its declaration (sensor_dressing.h).
Moments moments_of(const std::vector<Sensor>& sensors) {
  return !sensors.empty() && sensors.front().metrology.sampling == Sampling::kStratified
             ? Moments::kRandom
             : Moments::kPeriodic;
}

Duration shortest_interval(const std::vector<SensorPtr>& sensors) {
  Duration shortest = Duration::max();
  for (const SensorPtr& one : sensors)
    shortest = std::min(shortest, *one->sensor.metrology.sampling_interval);
  return shortest;
}

}  // namespace

void log_change(const std::string& source, const SourceLedger::Change& change, const Error* error) {
  if (!change.changed) return;
  if (error == nullptr) return log_info(source + ": is read again");
  const std::string line = source + ": " + error->message;
  switch (error->code) {
    case ErrorCode::kNotPresent:
      return log_debug(line);
    case ErrorCode::kInternal:
      return log_error(line);
    default:
      return log_warn(line);
  }
}

SourceRunner::SourceRunner(std::unique_ptr<Source> source, OwnerId owner, RunnerContext context)
    : source_(std::move(source)),
      owner_(owner),
      context_(std::move(context)),
      clock_(context_.host->clock),
      pacing_(kDefaultInterval, Moments::kPeriodic, context_.seed),
      discovery_wait_(1s, kLongestDiscoveryWait),
      read_wait_(kDefaultInterval, kLongestReadWait) {}

void SourceRunner::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    if (context_.release->until() > clock_.monotonic() && !keep_away(stop)) return;
    if (!discovered_ && !discover(MonotonicTime::min())) {
      if (!pause(clock_.monotonic() + discovery_wait_.next(), stop)) return;
      continue;
    }
    const MonotonicTime due = pacing_.next(std::max(clock_.monotonic(), resume_));
    if (!clock_.wait_until(due, stop)) return;
    read();
  }
}

// Ends early where the device is to be let go.
bool SourceRunner::pause(MonotonicTime until, const std::stop_token& stop) {
  while (clock_.monotonic() < until && context_.release->until() <= clock_.monotonic())
    if (!clock_.wait_until(std::min(until, clock_.monotonic() + kGlance), stop)) return false;
  return true;
}

void SourceRunner::tell_released() {
  const Duration time = context_.release->until() - clock_.monotonic();
  const Error error{ErrorCode::kUnavailable, "let go on request for " + format_duration(time)};
  log_change(context_.name,
             context_.ledger->with([&](Ledger& l) { return l.sources.failed(owner_, error); }),
             &error);
  discovered_ = false;
}

// Lets the device go, and takes it up again when the time is over.
bool SourceRunner::keep_away(const std::stop_token& stop) {
  const auto released = caught([&]() -> Result<bool> { return source_->release(); });
  const bool holds = released.value_or(true);
  if (holds) tell_released();
  context_.release->note(owner_, holds);
  while (holds && context_.release->until() > clock_.monotonic()) {
    const MonotonicTime until = context_.release->until();
    if (!clock_.wait_until(std::min(until, clock_.monotonic() + kGlance), stop)) return false;
    context_.release->note(owner_, true);  // it may have been asked again
  }
  return true;
}

bool SourceRunner::discover(MonotonicTime unbroken_since) {
  const MonotonicTime limit = clock_.monotonic() + kDiscoveryLimit;
  context_.ledger->with([&](Ledger& l) { l.sources.begin(owner_, limit); });
  auto sensors = caught([&] { return source_->discover(); });
  const auto enrolled = sensors ? enrol(std::move(*sensors), unbroken_since)
                                : Result<void>(tl::unexpected<Error>(sensors.error()));
  if (enrolled) {
    context_.ledger->with([&](Ledger& l) { l.sources.probed(owner_); });
    discovered_ = true;
    return true;
  }
  const auto change =
      context_.ledger->with([&](Ledger& l) { return l.sources.failed(owner_, enrolled.error()); });
  log_change(context_.name, change, &enrolled.error());
  return false;
}

Result<void> SourceRunner::enrol(std::vector<Sensor> sensors, MonotonicTime unbroken_since) {
  std::vector<SensorPtr> good;
  std::vector<std::size_t> index;  // of the good ones among all
  const std::size_t count = sensors.size();
  const Moments moments = moments_of(sensors);
  for (std::size_t i = 0; i < count; ++i) {
    auto sensor = dressed(std::move(sensors[i]), context_.dressing);
    if (!sensor) {
      log_error(sensor.error().message + "; it is not served");
      continue;
    }
    good.push_back(std::make_shared<SensorText>(std::move(*sensor), context_.show_serials));
    index.push_back(i);
  }
  if (good.empty() && count > 0) return fail(ErrorCode::kNotPresent, "no sensors");
  const auto handles = context_.ledger->with(
      [&](Ledger& l) { return l.sensors.enrol(owner_, good, unbroken_since, clock_.monotonic()); });
  handles_.assign(count, std::nullopt);
  for (std::size_t i = 0; i < good.size(); ++i) {
    handles_[index[i]] = handles[i];
    if (!handles[i])
      log_error(context_.name + ": sensor '" + good[i]->sensor.id + "' of node '" +
                good[i]->sensor.node + "' exists twice; the second is not served");
  }
  set_pace(good, moments);
  return {};
}

void SourceRunner::set_pace(const std::vector<SensorPtr>& sensors, Moments moments) {
  if (sensors.empty()) return;
  const Duration interval = shortest_interval(sensors);
  const bool same_pace = discovered_ && pacing_.interval() == interval;
  const bool same_number = std::exchange(served_, sensors.size()) == sensors.size();
  if (same_pace && same_number) return;
  if (!same_pace) {
    pacing_ = Pacing(interval, moments, context_.seed);
    read_wait_ = Backoff(interval, kLongestReadWait);
  }
  log_info(context_.name + ": " + std::to_string(sensors.size()) + " sensors (" +
           sensors.front()->sensor.id + (sensors.size() > 1 ? ", ...)" : ")") + ", read every " +
           format_duration(interval) + ", sampling " +
           std::string(to_string(sensors.front()->sensor.metrology.sampling)));
}

void SourceRunner::read() {
  const MonotonicTime begun = clock_.monotonic();
  const MonotonicTime deadline = begun + std::max(kLeastReadLimit, pacing_.interval());
  context_.ledger->with([&](Ledger& l) { l.sources.begin(owner_, deadline); });
  delivered_ = 0;
  auto done = caught([&] { return source_->read(*this, deadline); });
  const MonotonicTime ended = clock_.monotonic();
  if (done && ended > deadline)
    done = fail(ErrorCode::kTimeout, "a read took " + format_duration(ended - begun));
  const auto change = context_.ledger->with([&](Ledger& l) {
    l.sources.tell_targets(owner_, source_->targets());
    return done ? l.sources.read_done(owner_, ended - begun, clock_.now())
                : l.sources.read_failed(owner_, ended - begun, done.error());
  });
  log_change(context_.name, change, done ? nullptr : &done.error());
  if (done) {
    read_wait_.reset();
    discovery_wait_.reset();
  } else {
    after_failure(done.error(), begun);
  }
  if (source_->sensors_changed()) discover(MonotonicTime::min());
}

// One sensor that fails must not take its neighbours with it: only a read that brought nothing is
// followed by a longer wait.
void SourceRunner::after_failure(const Error& error, MonotonicTime begun) {
  const MonotonicTime now = clock_.monotonic();
  if (delivered_ == 0)
    resume_ = now + read_wait_.next();
  else
    read_wait_.reset();
  if (error.code != ErrorCode::kNotPresent || now < next_discovery_) return;
  next_discovery_ = now + discovery_wait_.next();
  // Counters that did not answer in this read may have restarted in the meantime.
  discover(begun);
}

void SourceRunner::deliver(const Reading& reading) {
  ++delivered_;
  if (reading.sensor >= handles_.size() || !handles_[reading.sensor]) return;
  const MonotonicTime now = clock_.monotonic();
  context_.ledger->with(
      [&](Ledger& l) { l.sensors.record(*handles_[reading.sensor], reading, now); });
}

}  // namespace joulemark
