#include "query/plan/mapped_series.h"

#include <algorithm>

#include "core/scope_segment.h"
#include "measurement/scope.h"
#include "measurement/sensor_dressing.h"
#include "measurement/statistics.h"
#include "query/count_at.h"
#include "query/plan/dcgm_mapping.h"
#include "query/plan/unit.h"

namespace joulemark {
namespace {

constexpr std::string_view kSourceOfMapped = "mapping";

bool is_member(std::string_view name, const NodeNames& members) {
  return std::find(members.begin(), members.end(), name) != members.end();
}

// The metric and what tells its series apart, without what names the node and the scrape.
std::string id_of(const Labels& labels, const std::string& node_label) {
  std::string out(label(labels, "__name__"));
  for (const auto& [name, value] : labels)
    if (name != "__name__" && name != node_label && name != "instance" && name != "job")
      out.append(" ").append(name).append("=").append(value);
  return out;
}

double median_interval(const std::vector<UtcTime>& times) {
  std::vector<double> gaps;
  for (std::size_t i = 1; i < times.size(); ++i) gaps.push_back(seconds(times[i] - times[i - 1]));
  return gaps.empty() ? 0.0 : median(std::move(gaps));
}

Series samples_of(const RangeSeries& series, const PlanMapping& mapping, const Sensor& sensor) {
  Series out;
  const double factor = *unit_factor(mapping.unit, sensor.quantity);
  out.kind = sensor.quantity == QuantityKind::kEnergy ? SeriesKind::kCounter : SeriesKind::kGauge;
  out.metrology = sensor.metrology;
  out.exporter = std::string(label(series.labels, "instance"));
  out.source = sensor.source;
  out.node_scope = sensor.scope == "node";
  for (const RangeSample& sample : series.samples) {
    out.time.push_back(sample.time);
    const double value = factor * sample.value;
    out.value.push_back(out.kind == SeriesKind::kGauge ? value : count_at(value, out.value));
  }
  return out;
}

Result<SensorTelemetry> mapped_sensor(const PlanMapping& mapping, const RangeSeries& series,
                                      std::string node) {
  SensorTelemetry out;
  out.exporter = std::string(label(series.labels, "instance"));
  out.cluster = std::string(label(series.labels, "cluster"));
  out.job = std::string(label(series.labels, "job"));
  out.sensor = mapping.sensor;
  out.sensor.node = std::move(node);
  out.sensor.source = kSourceOfMapped;
  out.sensor.id = id_of(series.labels, mapping.node_label);
  const auto labels = is_of_dcgm(mapping) ? dcgm_labels(series.labels, mapping) : series.labels;
  if (!labels) return tl::unexpected<Error>(labels.error());
  out.sensor.scope = scope_of_series(mapping.sensor.scope, *labels);
  if (!valid_scope(out.sensor.scope))
    return fail(ErrorCode::kInvalid,
                "mapping of " + mapping.match + ": '" + out.sensor.scope + "' is no scope");
  if (!out.sensor.source_class.empty()) fill_class_defaults(out.sensor);
  if (out.sensor.metrology.accuracy.group.empty())
    out.sensor.metrology.accuracy.group = default_accuracy_group(out.sensor);
  out.series = samples_of(series, mapping, out.sensor);
  out.scrape_interval = median_interval(out.series.time);
  if (is_of_dcgm(mapping) && out.sensor.quantity == QuantityKind::kEnergy)
    if (auto done = settle_dcgm_energy(out); !done) return tl::unexpected<Error>(done.error());
  return out;
}

}  // namespace

std::string scope_of_series(const std::string& pattern, const Labels& labels) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::size_t end = pattern[i] == '{' ? pattern.find('}', i) : std::string::npos;
    if (end == std::string::npos) {
      out += pattern[i];
      continue;
    }
    out += scope_segment(label(labels, pattern.substr(i + 1, end - i - 1)));
    i = end;
  }
  return out;
}

std::string member_named(std::string_view value, const NodeNames& members) {
  const std::string_view without_port = value.substr(0, value.rfind(':'));
  for (const std::string_view name :
       {value, without_port, without_port.substr(0, without_port.find('.'))})
    if (is_member(name, members)) return std::string(name);
  return {};
}

Result<std::vector<SensorTelemetry>> mapped_sensors(const PlanMapping& mapping,
                                                    const std::vector<RangeSeries>& series,
                                                    const NodeNames& members) {
  std::vector<SensorTelemetry> out;
  for (const RangeSeries& one : each_gpu_once(series, mapping)) {
    std::string node = member_named(label(one.labels, mapping.node_label), members);
    if (node.empty() || one.samples.empty()) continue;
    auto sensor = mapped_sensor(mapping, one, std::move(node));
    if (!sensor) return tl::unexpected<Error>(sensor.error());
    out.push_back(std::move(*sensor));
  }
  return out;
}

}  // namespace joulemark
