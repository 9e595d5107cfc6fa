// The text of `joulemark sources`: the sources and what is in the way, and the frame of the rest.
#include <fmt/format.h>

#include <algorithm>

#include "core/time_text.h"
#include "query/figures.h"
#include "query/report_text.h"
#include "query/sources_report.h"

namespace joulemark {
namespace {

constexpr std::size_t kSourceColumns = 10;

std::string state_text(const SourceLook& source) {
  switch (source.state) {
    case SourceState::kOff:
      return "off by default; --source " + source.name + " looks at it";
    case SourceState::kFound:
      return count(source.sensors.size(), "sensor");
    case SourceState::kNothingHere:
      return "nothing here (normal)";
    case SourceState::kNoPermission:
      return "NO PERMISSION";
    case SourceState::kNeedsConfiguration:
      return "needs configuration (sources: in the exporter's --config.file)";
    case SourceState::kNoAnswer:
      return "DID NOT ANSWER";
    case SourceState::kFailed:
      return "FAILED";
  }
  return {};
}

std::string without_name(const std::string& line, const std::string& source) {
  return line.starts_with(source + ": ") ? line.substr(source.size() + 2) : line;
}

void add_remark(Lines& out, const std::string& mark, const std::string& line,
                const SourceLook& source) {
  const std::string indent(kSourceColumns + 2, ' ');
  append(out, wrap(indent + mark + without_name(line, source.name), kScreenColumns,
                   indent.size() + mark.size()));
}

}  // namespace

std::string watts_text(Watts power) {
  const double watts = power.value();
  if (watts < 9.995) return fmt::format("{:.2f} W", watts);
  if (watts < 99.95) return fmt::format("{:.1f} W", watts);
  return watts < 1e4 ? fmt::format("{:.0f} W", watts) : fmt::format("{:.1f} kW", watts / 1e3);
}

std::size_t sensors_of(const SourcesReport& report) {
  std::size_t out = 0;
  for (const SourceLook& source : report.sources) out += source.sensors.size();
  return out;
}

Lines source_lines(const SourcesReport& report) {
  Lines out{"SOURCES"};
  for (const SourceLook& source : report.sources) {
    append(out, wrap("  " + pad(source.name, kSourceColumns) + state_text(source), kScreenColumns,
                     kSourceColumns + 2));
    for (const std::string& problem : source.problems) add_remark(out, "! ", problem, source);
    for (const std::string& warning : source.warnings) add_remark(out, "* ", warning, source);
  }
  return out;
}

Lines nothing_found_lines(const SourcesReport& report) {
  if (std::ranges::any_of(report.sources, in_doubt))
    return {"no sensor of this host can be used: see the remarks above."};
  return {
      "no sensor found on this host. Usual reasons:",
      "  a virtual machine: its hypervisor shows no power sensors; measure the host, or at the PDU",
      "  a container: mount the host's /sys read-only at /host/sys and give --path.sysfs /host/sys",
      "  drivers: Intel and AMD processors need intel_rapl_msr (modprobe intel_rapl_msr)",
  };
}

std::string sources_to_text(const SourcesReport& report) {
  const std::size_t sensors = sensors_of(report);
  Lines out{fmt::format("host {}: {}{}", report.node, count(sensors, "sensor"),
                        sensors == 0 ? ""
                                     : ", read for " + format_duration(report.looked) +
                                           " (a look, not a measurement)")};
  const auto block = [&](const Lines& lines) {
    if (lines.empty()) return;
    out.emplace_back();
    append(out, lines);
  };
  block(source_lines(report));
  if (sensors == 0) {
    block(nothing_found_lines(report));
  } else {
    const HostFigure figure = figure_of(report.sources, report.node);
    block(sensor_lines(report, figure));
    block(metrology_lines(report));
    block(figure_lines(report, figure));
  }
  return join(out, "\n") + "\n";
}

}  // namespace joulemark
