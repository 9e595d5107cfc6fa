#include "sources/cray/cray_source.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/time_text.h"
#include "core/worst_error.h"
#include "sources/cray/counter_line.h"
#include "sources/cray/device_clock.h"
#include "sources/cray/options.h"
#include "sources/cray/pm_file.h"
#include "sources/cray/sensors.h"

namespace joulemark {
namespace cray {
namespace {

using std::chrono::seconds;

constexpr Duration kUsualScan = std::chrono::milliseconds(100);
constexpr Duration kStandstill = seconds(3);
// Of a stamp that has just appeared: publication and one poll take less.
constexpr Duration kOldestNewStamp = seconds(1);
// No node takes more: a counter that has restarted cannot have climbed faster.
constexpr double kMostWatts = 100e3;

class CraySource final : public Source {
 public:
  CraySource(const Options& options, const Host& host) : options_(options), host_(host) {}

  Result<std::vector<Sensor>> discover() override;
  Result<void> read(Sink& sink, Deadline deadline) override;

 private:
  Result<std::vector<Sensor>> open_counters();
  void open_bookkeeping();
  [[nodiscard]] std::optional<Duration> scan_interval() const;
  void warn_once(const std::string& message) {
    if (host_.warn && warned_.insert(message).second) host_.warn("cray: " + message);
  }

  Result<void> check_startup();
  Result<bool> anything_new();
  Result<void> look_for_readings(Deadline deadline);
  // Empty: nothing new.
  Result<std::optional<Reading>> take(std::uint32_t index);
  [[nodiscard]] Result<void> check_stamp(const Counter& counter, const Look& look) const;
  Result<void> check_drift();
  Result<void> check_generation();
  [[nodiscard]] bool ran_on(const Reading& reading) const;
  void deliver(Sink& sink);
  [[nodiscard]] Result<void> check_standstill() const;

  Options options_;
  const Host& host_;
  std::vector<Counter> counters_;  // as the sensors of the last discovery
  std::optional<Duration> clock_bound_;
  ClockWatch watch_;
  std::optional<Duration> youngest_;  // of the new stamps in this read
  BareNumber freshness_, generation_, startup_;
  std::optional<std::uint64_t> last_freshness_, last_startup_;
  std::vector<Reading> found_;  // in this read; never grows beyond counters_
  MonotonicTime last_advance_;
  std::set<std::string, std::less<>> warned_;
};

Result<std::vector<Sensor>> CraySource::discover() {
  counters_.clear();
  auto sensors = open_counters();
  if (!sensors) return sensors;
  found_.reserve(counters_.size());
  open_bookkeeping();
  clock_bound_ = measure_clock(counters_, host_.clock);
  Counters facts{.interval = options_.interval,
                 .scan = scan_interval(),
                 .version = {},
                 .clock_bound = clock_bound_};
  if (const auto version = BareNumber(host_.sysfs, "version").read()) facts.version = *version;
  if (clock_bound_) watch_ = {*clock_bound_, facts.scan.value_or(kUsualScan)};
  for (Sensor& sensor : *sensors) describe(facts, sensor);
  last_advance_ = host_.clock.monotonic();
  return sensors;
}

Result<std::vector<Sensor>> CraySource::open_counters() {
  const auto names = host_.sysfs.list(kFolder);
  if (!names) return tl::unexpected(names.error());
  std::vector<Sensor> sensors;
  std::optional<Error> first;
  for (const std::string& name : *names) {
    auto sensor = sensor_of(name);
    if (!sensor) continue;
    auto file = host_.sysfs.open(path_of(name));
    if (file) {
      counters_.push_back({std::move(*file), name, sensor->quantity});
      sensors.push_back(std::move(*sensor));
    } else if (!first) {
      first = std::move(file).error();
    }
  }
  if (first && sensors.empty()) return tl::unexpected(*first);
  if (first && first->code != ErrorCode::kNotPresent) warn_once(first->message);
  if (sensors.empty())
    return fail(ErrorCode::kNotPresent, std::string(kFolder) + ": no power and no energy");
  return sensors;
}

void CraySource::open_bookkeeping() {
  freshness_ = BareNumber(host_.sysfs, "freshness");
  generation_ = BareNumber(host_.sysfs, "generation");
  startup_ = BareNumber(host_.sysfs, "startup");
  last_freshness_.reset();  // the first read has everything to deliver
  last_startup_.reset();
  if (const auto number = startup_.read()) last_startup_ = *number;
}

std::optional<Duration> CraySource::scan_interval() const {
  const auto hertz = BareNumber(host_.sysfs, "raw_scan_hz").read();
  if (!hertz || *hertz < 1 || *hertz > 1000) return std::nullopt;
  return Duration(seconds(1)) / static_cast<std::int64_t>(*hertz);
}

Result<void> CraySource::read(Sink& sink, Deadline deadline) {
  if (counters_.empty()) return fail(ErrorCode::kNotPresent, "no counter was discovered");
  if (auto same = check_startup(); !same) return same;
  const auto news = anything_new();
  if (!news) return tl::unexpected(news.error());
  if (!*news) return check_standstill();
  auto looked = look_for_readings(deadline);
  if (auto same = check_drift(); !same) return same;
  if (auto same = check_generation(); !same) return same;
  deliver(sink);
  return looked ? check_standstill() : looked;
}

// The counters begin anew; a new discovery begins their counts anew, whatever they have climbed to.
Result<void> CraySource::check_startup() {
  if (!startup_.exists() || !last_startup_) return {};
  const auto now = startup_.read();
  if (!now) return tl::unexpected(now.error());
  if (*now == *last_startup_) return {};
  return fail(ErrorCode::kNotPresent, "pm_counters has started anew (startup " +
                                          std::to_string(*last_startup_) + " -> " +
                                          std::to_string(*now) + ")");
}

// freshness counts the scans: while it stands still nothing is new, whatever the files say.
Result<bool> CraySource::anything_new() {
  if (!freshness_.exists()) return true;
  const auto now = freshness_.read();
  if (!now) return tl::unexpected(now.error());
  return std::exchange(last_freshness_, *now) != *now;
}

Result<void> CraySource::look_for_readings(Deadline deadline) {
  found_.clear();
  youngest_.reset();
  std::optional<Error> worst;
  for (std::uint32_t i = 0; i < counters_.size(); ++i) {
    if (host_.clock.monotonic() >= deadline) {
      note_worst(worst,
                 {ErrorCode::kTimeout, counters_[i].id + ": no time left before the deadline"});
      break;
    }
    auto reading = take(i);
    if (!reading)
      note_worst(worst, std::move(reading).error());
    else if (*reading)
      found_.push_back(**reading);
  }
  if (worst) return tl::unexpected(*std::move(worst));
  return {};
}

Result<std::optional<Reading>> CraySource::take(std::uint32_t index) {
  Counter& counter = counters_[index];
  const auto look = look_at(counter, host_.clock);
  if (!look) return tl::unexpected(look.error());
  const CounterLine& line = look->line;
  const auto last = std::exchange(counter.stamp, line.stamp);
  // METHOD S-1a: a stamp that does not advance is no reading. One that went back is a clock that
  // was set; what follows it is new again.
  if (last && (!line.stamp || *line.stamp <= *last)) return std::optional<Reading>();
  if (auto usable = check_stamp(counter, *look); !usable) {
    if (!last) return std::optional<Reading>();  // a file that died long ago
    return tl::unexpected(usable.error());
  }
  if (line.stamp) {
    const Duration age = look->time - *line.stamp;
    youngest_ = std::min(age, youngest_.value_or(age));
  }
  Reading reading{.sensor = index,
                  .time = clock_bound_ && line.stamp ? *line.stamp : look->time,
                  .value = EnergyCount{line.value}};
  if (counter.quantity == QuantityKind::kPower)
    reading.value = Watts(static_cast<double>(line.value));
  return std::optional(reading);
}

// Where the stamps are the time, one that cannot be true by the bound that was found at discovery
// asks for a new one: one of the clocks was set.
Result<void> CraySource::check_stamp(const Counter& counter, const Look& look) const {
  if (!clock_bound_ || !look.line.stamp) return {};
  const Duration age = look.time - *look.line.stamp;
  if (age >= -*clock_bound_ && age <= kOldestNewStamp + options_.interval) return {};
  return fail(ErrorCode::kNotPresent, counter.id + ": its time stamp is " +
                                          format_duration(std::chrono::abs(age)) +
                                          (age < Duration(0) ? " ahead of" : " behind") +
                                          " the clock of this machine; one of the two was set");
}

Result<void> CraySource::check_drift() {
  if (!clock_bound_ || !youngest_ || watch_.holds(*youngest_)) return {};
  return fail(ErrorCode::kNotPresent,
              "the clock behind the time stamps and that of this machine have drifted apart");
}

// generation counts changes of power caps. The counters run on through them; where one may have
// restarted instead, nothing says how often it did.
Result<void> CraySource::check_generation() {
  if (!generation_.exists()) return {};
  const auto now = generation_.read();
  if (!now) return tl::unexpected(now.error());
  for (const Reading& reading : found_) {
    Counter& counter = counters_[reading.sensor];
    const auto last = std::exchange(counter.generation, *now);
    if (last && *last != *now && !ran_on(reading))
      return fail(ErrorCode::kNotPresent, counter.id + " may have started anew (generation " +
                                              std::to_string(*last) + " -> " +
                                              std::to_string(*now) + ")");
  }
  return {};
}

// It rose, and higher than a counter that began at zero after the last reading could stand.
bool CraySource::ran_on(const Reading& reading) const {
  const Counter& counter = counters_[reading.sensor];
  const auto* count = std::get_if<EnergyCount>(&reading.value);
  if (count == nullptr || !counter.value) return true;
  const double dt = joulemark::seconds(host_.clock.monotonic() - counter.delivered);
  return count->counts >= *counter.value && static_cast<double>(count->counts) > kMostWatts * dt;
}

void CraySource::deliver(Sink& sink) {
  const MonotonicTime now = host_.clock.monotonic();
  for (const Reading& reading : found_) {
    Counter& counter = counters_[reading.sensor];
    if (const auto* count = std::get_if<EnergyCount>(&reading.value)) counter.value = count->counts;
    counter.delivered = now;
    sink.deliver(reading);
  }
  if (!found_.empty()) last_advance_ = now;
}

Result<void> CraySource::check_standstill() const {
  const Duration still = host_.clock.monotonic() - last_advance_;
  if (still < std::max(kStandstill, 3 * options_.interval)) return {};
  return fail(ErrorCode::kUnavailable, "pm_counters stands still: nothing new for " +
                                           format_duration(std::chrono::floor<seconds>(still)));
}

Result<std::vector<std::unique_ptr<Source>>> open(const Settings& settings, const Host& host) {
  const auto options = parse_options(settings);
  if (!options) return tl::unexpected(options.error());
  if (const auto names = host.sysfs.list(kFolder); !names) return tl::unexpected(names.error());
  std::vector<std::unique_ptr<Source>> sources;
  sources.push_back(std::make_unique<CraySource>(*options, host));
  return sources;
}

}  // namespace
}  // namespace cray

const SourceEntry k_cray_source = {
    .name = "cray",
    .summary = "power and energy of a node by the pm_counters of its controller (Cray, HPE)",
    .on_by_default = true,
    .open = &cray::open,
};

}  // namespace joulemark
