// Tables of `joulemark sources`: what each sensor is and shows now, and how well it is known.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "query/figures.h"
#include "query/report_text.h"
#include "query/sources_report.h"

namespace joulemark {
namespace {

// The widest cell of a column; what is wider has a line of its own.
constexpr std::size_t kIdColumns = 26, kScopeColumns = 26;
constexpr std::size_t kNamedSensors = 2;

using Cells = std::vector<std::string>;

// Columns as wide as their cells, two blanks apart. A first cell that is too wide stands on a line
// of its own; the last cell is wrapped.
Lines table(const std::vector<Cells>& rows, const std::vector<std::size_t>& limits,
            const std::vector<bool>& right) {
  std::vector<std::size_t> widths(limits.size(), 0);
  for (const Cells& row : rows)
    for (std::size_t i = 0; i < limits.size(); ++i)
      if (const std::size_t width = columns_of(row[i]); width <= limits[i])
        widths[i] = std::max(widths[i], width);
  Lines out;
  for (const Cells& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < limits.size(); ++i) {
      if (i == 0 && columns_of(row[i]) > widths[i]) {
        out.push_back(line + row[i]);
        line += std::string(widths[i] + 2, ' ');
        continue;
      }
      const std::string cell = cut(row[i], widths[i]);
      line += (right[i] ? pad_left(cell, widths[i]) : pad(cell, widths[i])) + "  ";
    }
    const std::size_t indent = columns_of(line);
    const Lines last = wrap(row.back(), kScreenColumns - indent, 0);
    if (last.empty()) out.push_back(line);
    for (std::size_t i = 0; i < last.size(); ++i)
      out.push_back((i == 0 ? line : std::string(indent, ' ')) + last[i]);
  }
  for (std::string& line : out)
    while (!line.empty() && line.back() == ' ') line.pop_back();
  return out;
}

std::string role_text(const SensorLook& look, const HostFigure& figure) {
  std::string out = look.sensor.simulated ? ", simulated" : "";
  const auto at = std::ranges::find(figure.sensors, &look);
  if (at == figure.sensors.end()) return "of node " + look.sensor.node + out;
  const auto index = static_cast<std::size_t>(at - figure.sensors.begin());
  return std::string(to_string(figure.roles[index])) + out;
}

Cells sensor_row(const SensorLook& look, const HostFigure& figure) {
  const Sensor& s = look.sensor;
  return {full_name(look.sensor),
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
  if (q < 0.99995) return fmt::format("{:.3g} m{}", q * 1e3, unit);
  return fmt::format("{:.3g} {}", q, unit);
}

std::string averaging_text(const Sensor& sensor) {
  if (sensor.quantity == QuantityKind::kEnergy) return "counts";
  if (sensor.metrology.averaging > Duration(0))
    return short_seconds(seconds(sensor.metrology.averaging));
  return "unknown or 0";
}

std::string limits_text(const Accuracy& accuracy) {
  std::string out = percent(accuracy.relative);
  if (accuracy.absolute > Watts(0)) out += " + " + watts_text(accuracy.absolute);
  return out;
}

std::string accuracy_text(const Sensor& sensor) {
  const Accuracy& accuracy = sensor.metrology.accuracy;
  switch (accuracy.source) {
    case AccuracySource::kNone:
      return "NOT STATED, and no default for it";
    case AccuracySource::kClassDefault:
      return limits_text(accuracy) + ", default for: " + sensor.source_class;
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
  std::vector<Cells> rows{{"SENSOR", "SCOPE", "COMPONENT", "BOUNDARY", "SUPPLY", "QUANTITY", "NOW",
                           "IN THE NODE'S FIGURE"}};
  for (const SourceLook& source : report.sources)
    for (const SensorLook& look : source.sensors) rows.push_back(sensor_row(look, figure));
  return table(rows, {kIdColumns, kScopeColumns, 9, 10, 7, 8, 9},
               {false, false, false, false, false, false, true});
}

// Sensors that are known equally well share a row.
Lines metrology_lines(const SourcesReport& report) {
  std::vector<std::pair<Cells, std::vector<std::string>>> groups;
  for (const SourceLook& source : report.sources)
    for (const SensorLook& look : source.sensors) {
      const Cells cells = metrology_cells(look.sensor);
      auto at = std::ranges::find(groups, cells, &decltype(groups)::value_type::first);
      if (at == groups.end()) at = groups.insert(groups.end(), {cells, {}});
      at->second.push_back(look.sensor.id);
    }
  std::vector<Cells> rows{
      {"METROLOGY", "READ EVERY", "UPDATES", "AVERAGES", "RESOLUTION", "LIMITS OF ERROR"}};
  for (auto& [cells, ids] : groups) {
    Cells row = cells;
    row.insert(row.begin(), name_list(ids, kNamedSensors));
    rows.push_back(std::move(row));
  }
  return table(rows, {34, 10, 9, 12, 10}, {false, true, true, true, true});
}

}  // namespace joulemark
