#include "query/idle/idle_evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "measurement/idle_baseline.h"
#include "measurement/statistics.h"
#include "query/idle/idle_steps.h"
#include "query/idle/lowest_power.h"

namespace joulemark {
namespace {

constexpr double kUnusualIdle = 1.25;    // times the median of the model
constexpr std::size_t kFewestAlike = 4;  // nodes that make a median worth a comparison

// Covered members and scopes that are not counted have none.
bool has_energy_of_its_own(const NodeReport& node) {
  return node.status == NodeReport::Status::kOk || node.status == NodeReport::Status::kRefused ||
         node.status == NodeReport::Status::kMissing;
}

// The sensors of a plan's scope are labelled with whatever node their exporter gave them.
const SensorTelemetry* telemetry_of_series(const Telemetry& telemetry, const SeriesReport& series,
                                           const std::string& node) {
  const auto found = std::find_if(
      telemetry.sensors.begin(), telemetry.sensors.end(), [&](const SensorTelemetry& one) {
        return one.sensor.source == series.source && one.sensor.id == series.sensor &&
               one.sensor.scope == series.scope && one.exporter == series.exporter &&
               (one.sensor.node == node || !series.scope.starts_with("node"));
      });
  return found == telemetry.sensors.end() ? nullptr : &*found;
}

// W-1 for the sum of the counted series as they were metered: what a plan makes of them (S-2, S-3)
// it makes of their baseline as well.
Result<IdleBaseline> metered_baseline(const NodeReport& node, double duration) {
  std::vector<SeriesEnergy> parts;
  for (const SeriesReport& series : node.series)
    if (series.role == MemberRole::kCounted) parts.push_back(series.energy);
  const Total figure = sum(parts);
  SeriesEnergy energy;
  energy.energy = figure.energy;
  energy.duration = duration;
  energy.combined = figure.combined;
  return idle_baseline(energy);
}

void add_shown(std::optional<double>& sum, std::optional<double> part) {
  sum = sum && part ? std::optional(*sum + *part) : std::nullopt;
}

void add_idle_series(IdleNode& out, const SeriesReport& series, const SensorTelemetry& sensor,
                     const Window& window) {
  IdleSeries one;
  one.identity = {series.source, series.sensor, series.scope};
  one.model = series.model;
  one.serial = sensor.sensor.serial;
  if (const auto mean = idle_baseline(series.energy)) {
    one.watts = mean->watts;
    one.u = mean->u;
  }
  if (const auto shown = power_shown(sensor.series, window)) {
    one.lowest = shown->low;
    one.highest = shown->high;
  }
  add_shown(out.lowest, one.lowest);
  add_shown(out.highest, one.highest);
  out.series.push_back(std::move(one));
}

void look_for_work(IdleNode& out, const SeriesReport& series, const SensorTelemetry& sensor,
                   const Window& window) {
  if (!out.why.empty()) return;
  PowerRates rates;
  add_rates(sensor.series, rates);
  if (const std::string work = signs_of_work(rates, window); !work.empty())
    out.why = "was not idle: " + work + " (" + series.source + " " + series.sensor + ")";
}

IdleNode idle_node(const NodeReport& node, const Telemetry& telemetry, const Window& window) {
  IdleNode out;
  out.node = node.node;
  for (const Code code : node.reasons) out.codes.emplace_back(to_string(code));
  if (node.status != NodeReport::Status::kOk) {
    out.why = node.why;
    return out;
  }
  out.basis = to_string(node.basis);
  const auto mean = metered_baseline(node, window.duration());
  if (!mean) {
    out.why = mean.error().message;
    return out;
  }
  out.watts = mean->watts;
  out.u = mean->u;
  out.lowest = out.highest = 0.0;
  for (const SeriesReport& series : node.series) {
    if (series.role != MemberRole::kCounted) continue;
    const SensorTelemetry* sensor = telemetry_of_series(telemetry, series, node.node);
    if (sensor == nullptr) {
      out.why = "has a series without samples: " + series.source + " " + series.sensor;
      return out;
    }
    add_idle_series(out, series, *sensor, window);
    look_for_work(out, series, *sensor, window);
  }
  return out;
}

// A load that is steady all the time shows only beside other nodes of the same kind.
std::vector<std::string> unusual_idle(const std::vector<IdleNode>& nodes) {
  std::map<std::string, std::vector<const IdleNode*>> alike;
  for (const IdleNode& node : nodes)
    if (node.why.empty()) alike[node.series.front().model].push_back(&node);
  std::vector<std::string> out;
  for (const auto& [model, members] : alike) {
    if (model.empty() || members.size() < kFewestAlike) continue;
    std::vector<double> watts;
    for (const IdleNode* node : members) watts.push_back(node->watts);
    const double middle = median(std::move(watts));
    for (const IdleNode* node : members)
      if (node->watts > kUnusualIdle * middle)
        out.push_back(
            fmt::format("{} draws {:.3g} W, the median of its model ({}) is {:.3g} W: was it idle?",
                        node->node, node->watts, model, middle));
  }
  return out;
}

}  // namespace

IdleFile idle_baselines(const Report& report, const Telemetry& telemetry) {
  IdleFile out;
  out.window = report.window;
  out.duration = report.times.duration();
  out.server = report.server.url;
  for (const NodeReport& node : report.nodes)
    if (has_energy_of_its_own(node)) out.nodes.push_back(idle_node(node, telemetry, report.times));
  out.notes = unusual_idle(out.nodes);
  return out;
}

}  // namespace joulemark
