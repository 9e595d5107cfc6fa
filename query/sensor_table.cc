// Tables of `joulemark sources`: what each sensor is and shows now, and how well it is known.
#include <fmt/format.h>

#include <algorithm>

#include "measurement/defaults.h"
#include "query/figures.h"
#include "query/report_text.h"
#include "query/sources_report.h"
#include "query/text_table.h"

namespace joulemark {
namespace {

// The widest cell of a column; what is wider has a line of its own.
constexpr std::size_t kIdColumns = 26, kScopeColumns = 26;

using Cells = Lines;

// "1-3, 7": what stands in the first column of the table of sensors.
std::string numbers_text(const std::vector<std::size_t>& ascending) {
  std::vector<std::string> ranges;
  for (std::size_t first = 0, i = 1; i <= ascending.size(); ++i) {
    if (i < ascending.size() && ascending[i] == ascending[i - 1] + 1) continue;
    ranges.push_back(std::to_string(ascending[first]));
    if (i - first > 1) ranges.back() += "-" + std::to_string(ascending[i - 1]);
    first = i;
  }
  return join(ranges, ", ");
}

std::string role_text(const SensorLook& look, const HostFigure& figure) {
  std::string out = look.sensor.simulated ? ", simulated" : "";
  const auto at = std::ranges::find(figure.sensors, &look);
  if (at == figure.sensors.end()) return "of node " + look.sensor.node + out;
  const auto index = static_cast<std::size_t>(at - figure.sensors.begin());
  return std::string(to_string(figure.roles[index])) + out;
}

Cells sensor_row(std::size_t number, const SensorLook& look, const HostFigure& figure) {
  const Sensor& s = look.sensor;
  return {std::to_string(number),
          full_name(look.sensor),
          s.scope,
          std::string(to_string(s.component)),
          std::string(to_string(s.boundary)),
          std::string(to_string(s.supply)),
          std::string(to_string(s.quantity)),
          look.power ? watts_text(*look.power) : "-",
          role_text(look, figure)};
}

// "61 uJ", "0.5 W", "1 J"; three digits at most.
std::string resolution_text(const Sensor& sensor) {
  const double q = sensor.metrology.resolution;
  const char* unit = sensor.quantity == QuantityKind::kEnergy ? "J" : "W";
  if (q <= 0.0) return "unknown";
  if (q < 0.99995e-3) return fmt::format("{:.3g} u{}", q * 1e6, unit);
  if (q < 0.09995) return fmt::format("{:.3g} m{}", q * 1e3, unit);
  return fmt::format("{:.3g} {}", q, unit);
}

std::string averaging_text(const Sensor& sensor) {
  if (sensor.quantity == QuantityKind::kEnergy) return "counts";
  if (sensor.metrology.averaging > Duration(0))
    return short_seconds(seconds(sensor.metrology.averaging));
  return "none known";
}

std::string limits_text(const Accuracy& accuracy) {
  std::string out = percent(accuracy.relative);
  if (accuracy.absolute > Watts(0)) out += " + " + watts_text(accuracy.absolute);
  return out;
}

// What a PSU or BMC input is good for: it depends on the load of its supplies.
std::string limits_by_load(const Metrology& m) {
  if (!m.rating || *m.rating <= Watts(0))
    return limits_text(psu_input_limits(0.0).accuracy) +
           ", default for a PSU or BMC input at the lowest load: its rating is not known";
  return limits_text(m.accuracy) + ", default for a PSU or BMC input above 20 % of its " +
         watts_text(*m.rating) + "; 15 % below that, 25 % below 10 %";
}

std::string accuracy_text(const Sensor& sensor) {
  const Accuracy& accuracy = sensor.metrology.accuracy;
  switch (accuracy.source) {
    case AccuracySource::kNone:
      return "NOT STATED, and no default for it";
    case AccuracySource::kClassDefault:
      return sensor.metrology.supplies_by_load > 0
                 ? limits_by_load(sensor.metrology)
                 : limits_text(accuracy) + ", default for: " + sensor.source_class;
    case AccuracySource::kDevice:
      return limits_text(accuracy) + ", stated by the device";
    default:
      return limits_text(accuracy) + ", " + std::string(to_string(accuracy.source));
  }
}

Cells metrology_cells(const Sensor& sensor) {
  const Metrology& m = sensor.metrology;
  return {short_seconds(seconds(m.sampling_interval.value_or(Duration(0)))),
          m.update_interval ? short_seconds(seconds(*m.update_interval)) : "unknown",
          averaging_text(sensor), resolution_text(sensor), accuracy_text(sensor)};
}

}  // namespace

Lines sensor_lines(const SourcesReport& report, const HostFigure& figure) {
  std::vector<Cells> rows{
      {"#", "SENSOR", "SCOPE", "COMPONENT", "BOUNDARY", "SUPPLY", "QUANTITY", "NOW", "ROLE"}};
  for (const SourceLook& source : report.sources)
    for (const SensorLook& look : source.sensors)
      rows.push_back(sensor_row(rows.size(), look, figure));
  return text_table(rows,
                    {{4, true}, {kIdColumns}, {kScopeColumns}, {9}, {10}, {7}, {8}, {9, true}},
                    kScreenColumns);
}

// Sensors that are known equally well share a row.
Lines metrology_lines(const SourcesReport& report) {
  std::vector<std::pair<Cells, std::vector<std::size_t>>> groups;
  std::size_t number = 0;
  for (const SourceLook& source : report.sources)
    for (const SensorLook& look : source.sensors) {
      const Cells cells = metrology_cells(look.sensor);
      auto at = std::ranges::find(groups, cells, &decltype(groups)::value_type::first);
      if (at == groups.end()) at = groups.insert(groups.end(), {cells, {}});
      at->second.push_back(++number);
    }
  std::vector<Cells> rows{
      {"#", "READ EVERY", "UPDATES", "AVERAGES", "RESOLUTION", "LIMITS OF ERROR"}};
  for (auto& [cells, numbers] : groups) {
    Cells row = cells;
    row.insert(row.begin(), numbers_text(numbers));
    rows.push_back(std::move(row));
  }
  return text_table(rows, {{20}, {10, true}, {9, true}, {12, true}, {10, true}}, kScreenColumns);
}

}  // namespace joulemark
