#include "sources/replay/replay_source.h"

#include <algorithm>
#include <array>

#include "sources/replay/sensor_model.h"

namespace joulemark {
namespace replay {
namespace {

constexpr Duration kDefaultInterval = std::chrono::milliseconds(100);
constexpr Duration kShortestInterval = std::chrono::milliseconds(1);
constexpr Duration kLongestInterval = std::chrono::hours(1);

struct Options {
  std::string scenario;
  Duration interval = kDefaultInterval;
  std::vector<std::string> nodes;  // empty: all
};

Result<Options> read_options(const Settings& settings) {
  Options options;
  Fields fields(settings);
  fields.require("scenario").text("scenario", options.scenario);
  fields.check(!options.scenario.empty(), "scenario", "expected the path of a scenario file");
  fields.duration("interval", options.interval);
  fields.check(options.interval >= kShortestInterval && options.interval <= kLongestInterval,
               "interval", "must be from 1ms to 1h");
  const Settings* nodes = fields.child("nodes");
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  options.scenario = beside(settings.file, options.scenario);
  if (nodes == nullptr) return options;
  if (nodes->items.empty()) return nodes->error("expected a list of names of nodes");
  for (const Settings& item : nodes->items) {
    const auto name = item.as_text();
    if (!name) return tl::unexpected(name.error());
    options.nodes.push_back(*name);
  }
  return options;
}

Result<void> check_nodes(const Settings& settings, const Options& options,
                         const Scenario& scenario) {
  for (const std::string& name : options.nodes)
    if (scenario.find(name) == nullptr)
      return settings.find("nodes")->error("the scenario has no node '" + name + "'");
  return {};
}

void add_sources(const Scenario& scenario, const Node& node, Duration interval, const Clock& clock,
                 std::vector<std::unique_ptr<Source>>& out) {
  for (const Sampling sampling : {Sampling::kPeriodic, Sampling::kStratified}) {
    std::vector<SensorSpec> sensors;
    for (SensorSpec spec : node.sensors) {
      if (sampling_of(spec.sensor, interval) != sampling) continue;
      spec.sensor.metrology.sampling = sampling;
      spec.sensor.metrology.sampling_interval = interval;
      sensors.push_back(std::move(spec));
    }
    if (!sensors.empty())
      out.push_back(std::make_unique<ReplaySource>(clock, scenario.epoch, std::move(sensors)));
  }
}

Result<std::vector<std::unique_ptr<Source>>> open(const Settings& settings, const Host& host) {
  const auto options = read_options(settings);
  if (!options) return tl::unexpected(options.error());
  const auto scenario = read_scenario(host.files, options->scenario);
  if (!scenario) {
    // A scenario that is asked for and missing is a mistake, not an absent device.
    Error error = scenario.error();
    if (error.code == ErrorCode::kNotPresent) error.code = ErrorCode::kInvalid;
    return tl::unexpected(std::move(error));
  }
  if (auto known = check_nodes(settings, *options, *scenario); !known)
    return tl::unexpected(known.error());
  std::vector<std::unique_ptr<Source>> sources;
  for (const Node& node : scenario->nodes)
    if (options->nodes.empty() ||
        std::ranges::find(options->nodes, node.name) != options->nodes.end())
      add_sources(*scenario, node, options->interval, host.clock, sources);
  return sources;
}

}  // namespace

Sampling sampling_of(const Sensor& sensor, Duration interval) {
  if (sensor.quantity == QuantityKind::kEnergy) return Sampling::kPeriodic;
  const Metrology& m = sensor.metrology;
  const double step = seconds(std::max(interval, m.update_interval.value_or(interval)));
  const bool contiguous = m.update_interval && m.averaging > Duration{0} &&
                          seconds(m.averaging) >= 0.95 * step && m.observed_ratio >= 0.95;
  return contiguous ? Sampling::kPeriodic : Sampling::kStratified;
}

Result<std::vector<Sensor>> ReplaySource::discover() {
  std::vector<Sensor> out;
  for (const SensorSpec& spec : sensors_) out.push_back(spec.sensor);
  return out;
}

Result<void> ReplaySource::read(Sink& sink, Deadline) {
  for (std::uint32_t i = 0; i < sensors_.size(); ++i) {
    const auto said = statement(sensors_[i], clock_.now() - epoch_);
    if (said) sink.deliver({i, epoch_ + said->taken, said->value});
  }
  return {};
}

}  // namespace replay

const SourceEntry k_replay_source{
    "replay", "plays a scenario whose true energy is known (simulated)", false, replay::open};

}  // namespace joulemark
