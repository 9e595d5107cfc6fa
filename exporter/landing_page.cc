#include "exporter/landing_page.h"

#include <fmt/format.h>

#include "core/clean_text.h"
#include "core/html_text.h"
#include "exporter/node_cover.h"

namespace joulemark {
namespace {

constexpr std::string_view kHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>joulemark-exporter</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #1d2433; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1.5rem; }
th, td { text-align: left; padding: .3rem .7rem; border-bottom: 1px solid #d9dee8; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
.down { color: #a11; }
</style></head><body>
<h1>joulemark-exporter</h1>
<p><a href="/metrics">/metrics</a> everything &middot; <a href="/metrics/energy">/metrics/energy</a> counted energy
only, for scrapes every second &middot; <a href="/-/healthy">/-/healthy</a> &middot; <a href="/-/ready">/-/ready</a></p>
)";

std::string cell(std::string_view text) { return "<td>" + html_text(text) + "</td>"; }
std::string number_cell(const std::string& text) {
  return "<td class=\"number\">" + text + "</td>";
}

std::string sensor_row(const SensorView& view) {
  const Sensor& s = view.text->sensor;
  std::string power = "&mdash;", energy = "&mdash;";
  if (view.fresh) {
    if (view.state->power) power = fmt::format("{:.2f}", view.state->power->value());
    energy = fmt::format("{:.1f}", energy_of(view).value());
  }
  const std::string_view state = view.fresh   ? "read"
                                 : view.state ? "no fresh reading"
                                              : "not read yet";
  return "<tr>" + cell(s.node) + cell(s.source) + cell(s.id) + cell(s.scope) + number_cell(power) +
         number_cell(energy) + cell(to_string(s.metrology.accuracy.source)) +
         cell(s.simulated ? std::string(state) + ", simulated" : std::string(state)) + "</tr>\n";
}

std::string source_row(const SourceView& source) {
  const std::string_view state = source.up ? "" : " class=\"down\"";
  return fmt::format("<tr><td>{}</td><td{}>{}</td><td>{}</td></tr>\n", html_text(source.name),
                     state, source.up ? "up" : "down", html_text(clean_text(source.reason)));
}

}  // namespace

std::string landing_page(const Snapshot& snapshot, const BuildInfo& build) {
  std::string out(kHead);
  out += "<h2>Sensors</h2>\n";
  if (snapshot.sensors.empty())
    out += "<p>No sensor has been found on this machine. The log says what was tried.</p>\n";
  else
    out +=
        "<table><tr><th>node</th><th>source</th><th>sensor</th><th>scope</th><th>power, "
        "W</th><th>energy since start, J</th><th>accuracy from</th><th>state</th></tr>\n";
  for (const SensorView& view : snapshot.sensors) out += sensor_row(view);
  if (!snapshot.sensors.empty()) out += "</table>\n";
  out += "<h2>Sources</h2>\n<table><tr><th>source</th><th>state</th><th>why</th></tr>\n";
  for (const SourceView& source : snapshot.sources) out += source_row(source);
  out += fmt::format("</table>\n<p>version {}, revision {}, {}, table of defaults {}</p>\n",
                     build.version, build.revision, build.method, build.table);
  return out + "</body></html>\n";
}

}  // namespace joulemark
