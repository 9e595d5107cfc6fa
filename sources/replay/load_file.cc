#include "sources/replay/load_file.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace joulemark::replay {
namespace {

constexpr std::size_t kMostLoads = 1000;
constexpr std::size_t kMostInSum = 64;
constexpr std::size_t kMostParts = 256;
constexpr std::size_t kMostLevels = 10'000;
constexpr double kLargestFactor = 1e6;
constexpr std::string_view kPowerLimits = "must be between 0 and 1e8 W";
constexpr std::string_view kTimeLimits = "must be above 0 and at most 100 years";

bool is_power(Watts power) { return power >= Watts(0) && power <= kMostWatts; }
bool is_length(Duration time) { return time > Duration{0} && time <= kLongest; }

Fields& power(Fields& fields, std::string_view key, Nanowatts& out) {
  Watts watts;
  fields.require(key).watts(key, watts).check(is_power(watts), key, kPowerLimits);
  if (is_power(watts)) out = to_nanowatts(watts);
  return fields;
}

Fields& length(Fields& fields, std::string_view key, Duration& out) {
  Duration time = std::chrono::seconds(1);
  fields.require(key).duration(key, time).check(is_length(time), key, kTimeLimits);
  out = time;
  return fields;
}

Fields& moment(Fields& fields, std::string_view key, Duration& out) {
  return fields.duration(key, out).check(out <= kLongest, key, "must be at most 100 years");
}

Result<LoadPtr> read_constant(Fields& fields) {
  Nanowatts watts = 0;
  if (auto done = power(fields, "watts", watts).finish(); !done)
    return tl::unexpected(done.error());
  return constant(watts);
}

Result<LoadPtr> read_square(Fields& fields) {
  Level high;
  Level low;
  Duration period{0};
  Duration phase{0};
  double duty = 0.5;
  power(fields, "low_watts", low.power);
  power(fields, "high_watts", high.power);
  length(fields, "period", period);
  moment(fields, "phase", phase);
  fields.number("duty", duty).check(duty >= 0.0 && duty <= 1.0, "duty", "must be from 0 to 1");
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  high.length = Duration(std::llround(duty * static_cast<double>(period.count())));
  low.length = period - high.length;
  std::vector<Level> levels;
  for (const Level& level : {high, low})
    if (level.length.count() > 0) levels.push_back(level);
  return steps(std::move(levels), phase, true);
}

Result<Level> read_level(const Settings& item) {
  Level level;
  Fields fields(item);
  power(fields, "watts", level.power);
  if (auto done = length(fields, "for", level.length).finish(); !done)
    return tl::unexpected(done.error());
  return level;
}

Result<LoadPtr> read_steps(Fields& fields, const Settings& load) {
  Duration start{0};
  bool repeat = false;
  const Settings* list = fields.require("levels").child("levels");
  moment(fields, "start", start).boolean("repeat", repeat);
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  if (list->items.empty() || list->items.size() > kMostLevels)
    return list->error("expected a list of 1 to 10000 levels {watts, for}");
  std::vector<Level> levels;
  Duration total{0};
  for (const Settings& item : list->items) {
    auto level = read_level(item);
    if (!level) return tl::unexpected(level.error());
    total += level->length;
    if (total > kLongest) return load.error("the levels last more than 100 years");
    levels.push_back(*level);
  }
  return steps(std::move(levels), start, repeat);
}

Result<LoadPtr> read_ramp(Fields& fields) {
  RampShape shape;
  power(fields, "from_watts", shape.from);
  power(fields, "to_watts", shape.to);
  length(fields, "duration", shape.length);
  moment(fields, "start", shape.start).boolean("repeat", shape.repeat);
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  return ramp(shape);
}

Result<LoadPtr> read_bursts(Fields& fields) {
  BurstShape shape;
  std::int64_t seed = 0;
  power(fields, "low_watts", shape.low);
  power(fields, "high_watts", shape.high);
  length(fields, "mean_on", shape.mean_on);
  length(fields, "mean_off", shape.mean_off);
  if (auto done = fields.integer("seed", seed).finish(); !done) return tl::unexpected(done.error());
  shape.seed = static_cast<std::uint64_t>(seed);
  return bursts(shape);
}

// Reads the loads depth first, whatever their order in the file is.
class LoadReader {
 public:
  explicit LoadReader(const Settings& settings) : settings_(settings) {}

  Result<Loads> read_all() {
    if (settings_.kind != Settings::Kind::kMap || settings_.entries.empty())
      return settings_.error("expected names of loads, each with its kind");
    if (settings_.entries.size() > kMostLoads) return settings_.error("more than 1000 loads");
    for (const auto& [name, load] : settings_.entries)
      if (auto made = named(name, load); !made) return tl::unexpected(made.error());
    return std::move(loads_);
  }

 private:
  Result<LoadPtr> named(const std::string& name, const Settings& asked) {
    if (const auto known = loads_.find(name); known != loads_.end()) return known->second;
    const Settings* load = settings_.find(name);
    if (load == nullptr) return asked.error("there is no load '" + name + "'");
    if (std::find(open_.begin(), open_.end(), name) != open_.end())
      return asked.error("load '" + name + "' is made of itself: " + chain(name));
    open_.push_back(name);
    auto made = read(*load);
    open_.pop_back();
    if (!made) return made;
    if ((*made)->parts() > kMostParts)
      return load->error("is made of more than 256 parts: too slow to read");
    if ((*made)->range().most > to_nanowatts(kMostWatts)) return load->error("exceeds 1e8 W");
    return loads_.emplace(name, std::move(*made)).first->second;
  }

  [[nodiscard]] std::string chain(const std::string& name) const {
    std::string text;
    for (auto at = std::find(open_.begin(), open_.end(), name); at != open_.end(); ++at)
      text += *at + " -> ";
    return text + name;
  }

  Result<LoadPtr> read(const Settings& load) {
    Fields fields(load);
    std::string kind;
    fields.require("kind").text("kind", kind);
    if (kind == "constant") return read_constant(fields);
    if (kind == "square") return read_square(fields);
    if (kind == "steps") return read_steps(fields, load);
    if (kind == "ramp") return read_ramp(fields);
    if (kind == "bursts") return read_bursts(fields);
    if (kind == "sum") return read_sum(fields);
    if (kind == "scale") return read_scale(fields, load);
    if (kind == "window") return read_window(fields);
    fields.check(false, "kind",
                 "must be one of: constant square ramp steps bursts sum scale window");
    for (const auto& [key, value] : load.entries) fields.child(key);  // no kind, no wrong keys
    return tl::unexpected(fields.finish().error());
  }

  Result<LoadPtr> part(const Settings& of) {
    const auto name = of.as_text();
    if (!name) return of.error("expected the name of a load");
    return named(*name, of);
  }

  Result<LoadPtr> read_sum(Fields& fields) {
    const Settings* of = fields.require("of").child("of");
    if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
    if (of->items.empty() || of->items.size() > kMostInSum)
      return of->error("expected a list of 1 to 64 names of loads");
    std::vector<LoadPtr> loads;
    for (const Settings& item : of->items) {
      auto load = part(item);
      if (!load) return load;
      loads.push_back(std::move(*load));
    }
    return sum(std::move(loads));
  }

  Result<LoadPtr> read_scale(Fields& fields, const Settings& load) {
    const Settings* of = fields.require("of").child("of");
    double factor = 1.0;
    fields.require("factor").number("factor", factor);
    fields.check(factor >= 0.0 && factor <= kLargestFactor, "factor", "must be from 0 to 1e6");
    if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
    auto scaled = part(*of);
    if (!scaled) return scaled;
    if (to_watts((*scaled)->range().most) * factor > kMostWatts) return load.error("exceeds 1e8 W");
    return scale(std::move(*scaled), std::llround(factor * 1e9));
  }

  Result<LoadPtr> read_window(Fields& fields) {
    const Settings* of = fields.require("of").child("of");
    Nanowatts idle = 0;
    Duration start{0};
    Duration stop{0};
    power(fields, "idle_watts", idle);
    moment(fields, "start", start).require("stop");
    moment(fields, "stop", stop).check(stop > start, "stop", "must be later than start");
    if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
    auto inner = part(*of);
    if (!inner) return inner;
    return window(std::move(*inner), idle, start, stop);
  }

  const Settings& settings_;
  Loads loads_;
  std::vector<std::string> open_;  // being read, outermost first
};

}  // namespace

Result<Loads> read_loads(const Settings& loads) { return LoadReader(loads).read_all(); }

}  // namespace joulemark::replay
