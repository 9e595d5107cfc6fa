#include "query/node_evaluation.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "measurement/classify.h"
#include "measurement/frozen.h"
#include "query/clock_bounds.h"

namespace joulemark {
namespace {

constexpr double kEnds = 60.0;  // s: "alive" at an end of the window (S-1a)

bool is_number(double value) { return !std::isnan(value); }

// Samples in [from, to]; for counters also whether any interval that meets it moved.
struct Activity {
  std::size_t samples = 0;
  bool moved = false;
};

Activity activity(const Series& series, UtcTime from, UtcTime to) {
  Activity out;
  double last = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = 0; i < series.time.size(); ++i) {
    if (!is_number(series.value[i])) continue;
    if (series.time[i] >= from && series.time[i] <= to) ++out.samples;
    const bool meets = series.time[i] >= from;
    if (meets && is_number(last) && series.value[i] != last) out.moved = true;
    last = series.value[i];
    if (series.time[i] > to) break;
  }
  return out;
}

bool alive_between(const SensorTelemetry& sensor, UtcTime from, UtcTime to, bool without_samples) {
  const Activity seen = activity(sensor.series, from, to);
  if (seen.samples == 0 && !seen.moved) return without_samples;
  return sensor.series.kind != SeriesKind::kCounter || seen.moved;
}

// "NVIDIA H100" is told by NVIDIA, too.
std::string model_of(const Sensor& sensor) {
  if (sensor.model.starts_with(sensor.vendor)) return sensor.model;
  return sensor.model.empty() ? sensor.vendor : sensor.vendor + " " + sensor.model;
}

SeriesReport report_series(const SensorTelemetry& sensor, const Series& samples,
                           const Window& window, double delta) {
  SeriesReport out;
  out.source = sensor.sensor.source;
  out.sensor = sensor.sensor.id;
  out.scope = sensor.sensor.scope;
  out.component = sensor.sensor.component;
  out.model = model_of(sensor.sensor);
  out.serial = sensor.sensor.serial;
  out.exporter = sensor.exporter;
  out.method = sensor.series.kind;
  out.accuracy_stated = sensor.sensor.metrology.accuracy.source != AccuracySource::kNone;
  out.scrape_interval = sensor.scrape_interval;
  out.energy = window_energy(samples, window, delta);
  out.codes = out.energy.codes;
  if (!out.energy.refused)
    out.codes.merge(sampling_codes(samples, out.energy, sensor.scrape_interval, delta));
  if (sensor.metadata_changed) out.codes.insert(Code::kMetadataChanged);
  if (sensor.sensor.simulated) out.codes.insert(Code::kSimulated);
  return out;
}

CoverCandidate candidate(const SensorTelemetry& sensor, const SeriesReport& series, bool alive) {
  CoverCandidate out;
  out.source = sensor.sensor.source;
  out.id = sensor.sensor.id;
  out.scope = sensor.sensor.scope;
  out.driver = sensor.sensor.driver;
  out.component = sensor.sensor.component;
  out.boundary = sensor.sensor.boundary;
  out.supply = sensor.sensor.supply;
  out.quantity = sensor.sensor.quantity;
  out.alive = alive;
  out.refused = alive && series.energy.refused;  // a dead one has no energy to refuse
  if (!series.energy.refused) {
    out.meets_sampling = meets_sampling(sensor.series, series.energy, sensor.scrape_interval);
    if (series.energy.duration > 0.0)
      out.power = Watts(series.energy.energy / series.energy.duration);
  }
  return out;
}

std::vector<CoverCandidate> candidates(const NodeMeasurement& node) {
  std::vector<CoverCandidate> out;
  for (std::size_t i = 0; i < node.sensors.size(); ++i)
    out.push_back(candidate(*node.sensors[i], node.series[i], node.alive[i]));
  return out;
}

bool has_battery(const NodeMeasurement& node) {
  return std::any_of(node.sensors.begin(), node.sensors.end(),
                     [](const auto* s) { return s->sensor.source == "battery"; });
}

std::string describe(const SeriesReport& series) { return series.source + " " + series.sensor; }

// A refused series that would be counted, were it not refused, and whose place no other basis took:
// the node has lost a part, and the rest of it is no figure of the node.
void refuse_lost_parts(NodeMeasurement& node, std::vector<CoverCandidate> all) {
  std::vector<std::size_t> refused;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (std::exchange(all[i].refused, false)) refused.push_back(i);
  if (refused.empty()) return;
  const auto whole = choose_cover(all, has_battery(node)).counted;
  if (!whole) return;
  if (node.choice.counted && node.choice.counted->basis != whole->basis) return;
  for (const std::size_t i : refused) {
    if (std::find(whole->members.begin(), whole->members.end(), i) == whole->members.end())
      continue;
    node.refused = node.series[i].energy.refused;
    node.why = describe(node.series[i]) + ": " + std::string(meaning_of(*node.refused));
    return;
  }
}

void refuse_without_cover(NodeMeasurement& node) {
  if (node.choice.counted || node.refused) return;
  for (const SeriesReport& series : node.series)
    if (series.energy.refused && !node.refused) node.refused = series.energy.refused;
  node.why = node.refused ? std::string(meaning_of(*node.refused))
                          : "none of its sensors moved in the window, or none is part of a cover";
  if (!node.refused) node.refused = Code::kNoBracket;
}

// METHOD L-5 BASIS_CHANGED: the rule would choose another basis at one end of the window.
bool basis_changed(const NodeMeasurement& node, const Window& window) {
  const auto all = candidates(node);
  const auto basis_at = [&](UtcTime from, UtcTime to) {
    auto then = all;
    for (std::size_t i = 0; i < then.size(); ++i)
      then[i].alive = then[i].alive && alive_between(*node.sensors[i], from, to, false);
    const auto cover = choose_cover(then, has_battery(node)).counted;
    return cover ? std::optional(cover->basis) : std::nullopt;
  };
  const Duration ends = std::min(from_seconds(kEnds), (window.end - window.start) / 2);
  const auto first = basis_at(window.start, window.start + ends);
  const auto last = basis_at(window.end - ends, window.end);
  return first && last && *first != *last;
}

// METHOD L-5 COUNTER_VS_POWER: both kinds of one device's scope differ by more than either U.
bool counter_contradicts_power(const NodeMeasurement& node) {
  for (const std::size_t i : node.choice.counted->members)
    for (std::size_t j = 0; j < node.series.size(); ++j) {
      const SeriesReport& a = node.series[i];
      const SeriesReport& b = node.series[j];
      if (i == j || a.scope != b.scope || a.source != b.source || b.energy.refused) continue;
      if ((a.method == SeriesKind::kCounter) == (b.method == SeriesKind::kCounter)) continue;
      const double difference = std::abs(a.energy.energy - b.energy.energy);
      if (difference > a.energy.headline_U && difference > b.energy.headline_U) return true;
    }
  return false;
}

Boundary boundary_of(const NodeMeasurement& node) {
  Boundary boundary = Boundary::kUnknown;
  for (const std::size_t i : node.choice.counted->members) {
    const Boundary one = node.sensors[i]->sensor.boundary;
    if (one == Boundary::kUnknown) return one;
    boundary = one;
  }
  return boundary;
}

Codes codes_of_cover(const NodeMeasurement& node, const Window& window) {
  Codes codes;
  if (!node.choice.counted->complete) codes.insert(Code::kPartialScope);
  if (node.choice.counted->supply == Supply::kUnknown) codes.insert(Code::kSupplyUndeclared);
  if (boundary_of(node) == Boundary::kUnknown) codes.insert(Code::kBoundaryUnknown);
  if (basis_changed(node, window)) codes.insert(Code::kBasisChanged);
  if (counter_contradicts_power(node)) codes.insert(Code::kCounterVsPower);
  return codes;
}

Total sum_of(const NodeMeasurement& node, const std::vector<std::size_t>& members) {
  std::vector<SeriesEnergy> parts;
  parts.reserve(members.size());
  for (const std::size_t i : members) parts.push_back(node.series[i].energy);
  return sum(parts);
}

// METHOD L-5 FROZEN: only gauges can freeze in a way that other series of the node reveal.
void thaw(NodeMeasurement& node) {
  for (const SensorTelemetry* sensor : node.sensors) {
    node.thawed.emplace_back();
    if (sensor->series.kind != SeriesKind::kGauge) continue;
    std::vector<const Series*> others;
    for (const SensorTelemetry* other : node.sensors)
      if (other != sensor) others.push_back(&other->series);
    Thawed thawed = drop_frozen(sensor->series, others);
    if (thawed.frozen) node.thawed.back() = std::move(thawed.series);
  }
}

bool from_plan(const std::optional<Bound>& bound) {
  return bound &&
         (bound->source == BoundsSource::kMeasuredIdle ||
          bound->source == BoundsSource::kNameplate || bound->source == BoundsSource::kDeclared);
}

}  // namespace

bool is_alive(const SensorTelemetry& sensor, const Window& window) {
  return alive_between(sensor, window.start, window.end, true);
}

std::vector<SeriesEnergy> without_plan_values(const NodeMeasurement& node, const Window& window,
                                              const ClockBounds& clocks) {
  std::vector<SeriesEnergy> parts;
  for (const std::size_t i : node.choice.counted->members) {
    const SensorTelemetry& sensor = *node.sensors[i];
    const Series& samples = node.samples(i);
    const Metrology& known = samples.metrology;
    const bool declared = from_plan(known.power_min) || from_plan(known.power_max);
    parts.push_back(
        declared ? window_energy(without_plan(samples), window, clocks.delta_of(sensor.exporter))
                 : node.series[i].energy);
  }
  return parts;
}

NodeMeasurement measure_node(std::string node, std::vector<const SensorTelemetry*> sensors,
                             const Window& window, const ClockBounds& clocks) {
  NodeMeasurement out;
  out.node = std::move(node);
  out.sensors = std::move(sensors);
  thaw(out);
  for (std::size_t i = 0; i < out.sensors.size(); ++i) {
    const SensorTelemetry& sensor = *out.sensors[i];
    out.series.push_back(
        report_series(sensor, out.samples(i), window, clocks.delta_of(sensor.exporter)));
    if (out.thawed[i]) out.series[i].codes.insert(Code::kFrozen);
    out.alive.push_back(is_alive(sensor, window));
  }
  const auto all = candidates(out);
  out.choice = choose_cover(all, has_battery(out));
  for (std::size_t i = 0; i < out.series.size(); ++i) out.series[i].role = out.choice.roles[i];
  refuse_lost_parts(out, all);
  refuse_without_cover(out);
  return out;
}

NodeReport report_node(const NodeMeasurement& measured, const Window& window) {
  NodeReport out;
  out.node = measured.node;
  out.series = measured.series;
  if (measured.refused) {
    out.status = NodeReport::Status::kRefused;
    out.why = measured.why;
    out.reasons = {*measured.refused};
    return out;
  }
  const Cover& cover = *measured.choice.counted;
  out.status = NodeReport::Status::kOk;
  out.basis = cover.basis;
  out.complete = cover.complete;
  out.supply = cover.supply;
  out.boundary = boundary_of(measured);
  out.model = measured.series[cover.members.front()].model;
  out.figure = sum_of(measured, cover.members);
  out.codes = codes_of_cover(measured, window);
  for (const Cover& other : measured.choice.others) {
    const Total figure = sum_of(measured, other.members);
    out.other_covers.push_back({other.basis, other.supply, figure.energy, figure.headline_U,
                                figure.energy / out.figure.energy, other.members});
  }
  return out;
}

}  // namespace joulemark
