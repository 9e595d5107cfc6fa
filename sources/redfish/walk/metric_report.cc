#include "sources/redfish/walk/metric_report.h"

#include <algorithm>
#include <cmath>

namespace joulemark::redfish {
namespace {

bool is_of_environment(const std::string& path) {
  return path.find("EnvironmentMetrics") != std::string::npos;
}

const Measured* measured_by(const Inventory& inventory, const std::string& sensor) {
  const auto found =
      std::find_if(inventory.measured.begin(), inventory.measured.end(), [&](const Measured& one) {
        const bool excerpt = one.data_source == sensor && one.si_per_unit == 1.0;
        return (one.path == sensor || excerpt) && !one.lifetime;
      });
  return found == inventory.measured.end() ? nullptr : &*found;
}

bool is_stale(const Json& value) {
  return member_at(value, {"Oem", "Nvidia", "MetricValueStale"}) == Json(true);
}

void add_value(const Resources::Found& report, std::size_t i, const Json& value, Inventory& out) {
  const std::string sensor = parse_link(text_of(value, "MetricProperty")).path;
  const Measured* const measured = measured_by(out, sensor);
  const auto number = report.document->number(member(value, "MetricValue"));
  if (measured == nullptr || !measured->reading || !number || is_stale(value)) return;
  const auto scale = report_scale(number->value, measured->reading->value);
  if (!scale) {
    out.remarks.push_back({report.path, "UNIT_UNKNOWN",
                           sensor + " is " + number->token + " in the report and " +
                               measured->reading->token + " at its Sensor"});
    return;
  }
  out.reported.push_back({report.path, "/MetricValues/" + std::to_string(i) + "/MetricValue",
                          sensor, *scale, text_of(value, "MetricProperty")});
}

}  // namespace

std::optional<double> report_scale(double reported, double of_sensor) {
  if (reported == 0.0 || of_sensor == 0.0) return std::nullopt;  // tells nothing
  for (const double scale : {1.0, 0.001})
    if (std::abs(reported * scale / of_sensor - 1.0) <= 0.1) return scale;
  return std::nullopt;
}

void walk_metric_reports(Resources& resources, const Json& telemetry, Inventory& out) {
  const auto service = resources.at(telemetry);
  if (!service) return;
  const auto reports = resources.at(member(service->body(), "MetricReports"));
  if (!reports) return;
  const Json& members = member(reports->body(), "Members");
  if (!members.is_array()) return;
  for (const Json& link : members) {
    if (!is_of_environment(text_of(link, "@odata.id"))) continue;
    const auto report = resources.at(link);
    const Json& values = report ? member(report->body(), "MetricValues") : link;
    for (std::size_t i = 0; values.is_array() && i < values.size(); ++i)
      add_value(*report, i, values[i], out);
  }
}

}  // namespace joulemark::redfish
