#include <cmath>
#include <nlohmann/json.hpp>

#include "core/time_text.h"
#include "query/sources_report.h"

namespace joulemark {
namespace {

using Json = nlohmann::ordered_json;

Json seconds_or_null(const std::optional<Duration>& duration) {
  return duration ? Json(seconds(*duration)) : Json();
}

Json watts_or_null(const std::optional<Watts>& power) {
  return power ? Json(power->value()) : Json();
}

Json bound_json(const std::optional<Bound>& bound) {
  if (!bound) return {};
  return {{"watts", bound->watts.value()}, {"evidence", to_string(bound->source)}};
}

// A resolution of 0 is one that is not known.
Json resolution_json(const Sensor& sensor, QuantityKind quantity) {
  const double q = sensor.metrology.resolution;
  return sensor.quantity == quantity && q > 0.0 ? Json(q) : Json();
}

Json accuracy_json(const Sensor& sensor) {
  const Accuracy& accuracy = sensor.metrology.accuracy;
  if (accuracy.source == AccuracySource::kNone) return {{"source", to_string(accuracy.source)}};
  return {{"source", to_string(accuracy.source)},
          {"ratio", accuracy.relative},
          {"watts", accuracy.absolute.value()},
          {"distribution", to_string(accuracy.distribution)},
          {"dof", accuracy.dof ? Json(*accuracy.dof) : Json()},
          {"group", accuracy.group},
          {"common_ratio", accuracy.common}};
}

Json metrology_json(const Sensor& sensor) {
  const Metrology& m = sensor.metrology;
  return {{"sampling", to_string(m.sampling)},
          {"sampling_interval_s", seconds_or_null(m.sampling_interval)},
          {"update_interval_s", seconds_or_null(m.update_interval)},
          {"averaging_s", seconds(m.averaging)},
          {"observed_ratio", m.observed_ratio},
          {"latency_min_s", seconds(m.latency_min)},
          {"latency_max_s", seconds(m.latency_max)},
          {"time", to_string(m.time_stamp)},
          {"resolution_watts", resolution_json(sensor, QuantityKind::kPower)},
          {"resolution_joules", resolution_json(sensor, QuantityKind::kEnergy)},
          {"rounding", to_string(m.rounding)},
          {"modulus_joules", m.modulus ? Json(m.modulus->value()) : Json()},
          {"ceiling_watts", watts_or_null(m.ceiling)},
          {"rating_watts", watts_or_null(m.rating)},
          {"power_min", bound_json(m.power_min)},
          {"power_max", bound_json(m.power_max)},
          {"power_kind", to_string(m.power_kind)},
          {"filtered", m.filtered},
          {"accuracy", accuracy_json(sensor)}};
}

// Serial numbers are left out: they would leave the site with the output (FORMATS 2).
Json sensor_json(const SensorLook& look, const HostFigure& figure) {
  const Sensor& s = look.sensor;
  const auto at = std::find(figure.sensors.begin(), figure.sensors.end(), &look);
  const auto index = static_cast<std::size_t>(at - figure.sensors.begin());
  return {{"node", s.node},
          {"sensor", s.id},
          {"scope", s.scope},
          {"component", to_string(s.component)},
          {"boundary", to_string(s.boundary)},
          {"supply", to_string(s.supply)},
          {"quantity", to_string(s.quantity)},
          {"power_watts", watts_or_null(look.power)},
          {"readings", look.readings},
          {"resets", look.resets},
          {"alive", look.alive},
          {"role", at == figure.sensors.end() ? Json() : Json(to_string(figure.roles[index]))},
          {"simulated", s.simulated},
          {"vendor", s.vendor},
          {"model", s.model},
          {"firmware", s.firmware},
          {"driver", s.driver},
          {"source_class", s.source_class},
          {"metrology", metrology_json(s)}};
}

Json source_json(const SourceLook& source, const HostFigure& figure) {
  Json sensors = Json::array();
  for (const SensorLook& look : source.sensors) sensors.push_back(sensor_json(look, figure));
  return {{"source", source.name},
          {"summary", source.summary},
          {"on_by_default", source.on_by_default},
          {"state", to_string(source.state)},
          {"problems", source.problems},
          {"warnings", source.warnings},
          {"sensors", std::move(sensors)}};
}

Json cover_json(const HostCover& cover, const HostFigure& figure) {
  Json members = Json::array();
  for (const std::size_t i : cover.cover.members)
    members.push_back(
        {{"source", figure.sensors[i]->sensor.source}, {"sensor", figure.sensors[i]->sensor.id}});
  return {{"basis", to_string(cover.cover.basis)},     {"complete", cover.cover.complete},
          {"boundary", to_string(cover.boundary)},     {"supply", to_string(cover.cover.supply)},
          {"power_watts", watts_or_null(cover.power)}, {"members", std::move(members)}};
}

Json figure_json(const HostFigure& figure) {
  if (!figure.counted) return {};
  Json out = cover_json(*figure.counted, figure);
  out["best_class"] = to_string(figure.best);
  out["codes"] = Json::array();
  for (const Code code : figure.codes) out["codes"].push_back(to_string(code));
  return out;
}

}  // namespace

std::string sources_to_json(const SourcesReport& report) {
  const HostFigure figure = figure_of(report.sources, report.node);
  Json out{{"schema", "joulemark.sources/1"},
           {"node", report.node},
           {"time", format_time(report.time, 9)},
           {"looked_s", seconds(report.looked)},
           {"sources", Json::array()},
           {"figure", figure_json(figure)},
           {"other_covers", Json::array()}};
  for (const SourceLook& source : report.sources)
    out["sources"].push_back(source_json(source, figure));
  for (const HostCover& other : figure.others)
    out["other_covers"].push_back(cover_json(other, figure));
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace joulemark
