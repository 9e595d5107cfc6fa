// Version, window, the one figure, where it was measured, and its class.
#include <fmt/format.h>

#include <map>

#include "core/time_text.h"
#include "measurement/defaults.h"
#include "query/counted_parts.h"
#include "query/figures.h"
#include "query/report_blocks.h"
#include "query/report_text.h"
#include "query/version.h"

namespace joulemark {
namespace {

constexpr double kJoulesPerKilowattHour = 3.6e6;

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out;
}

std::string origin_of(const WindowRecord& window) {
  std::string out = window.origin;
  if (!window.given.empty()) out += " (" + window.given + ")";
  if (!window.command.empty()) out += ": " + window.command.front();
  if (window.exit_status) out += fmt::format(", exit status {}", *window.exit_status);
  return out;
}

std::string window_line(const Report& report) {
  return fmt::format("WINDOW   {} .. {}   {:.3f} s   {}", format_time(report.times.start),
                     format_time(report.times.end), report.times.duration(),
                     origin_of(report.window));
}

std::string mean_power(double watts, double uncertainty) {
  const double unit = watts < 1e4 ? 1.0 : watts < 1e7 ? 1e3 : 1e6;
  const char* name = unit == 1.0 ? "W" : unit == 1e3 ? "kW" : "MW";
  return rounded(watts, uncertainty, unit).value + " " + name;
}

Lines energy_lines(const Report& report) {
  const Total& figure = report.total.figure;
  const double duration = report.times.duration();
  const EnergyUnit unit = energy_unit(figure.energy);
  const RoundedPair pair = rounded(figure.energy, figure.headline_U, unit.joules);
  const bool aliasing = figure.codes.contains(Code::kAliasRisk);
  const std::string how = aliasing ? "U_safe: includes worst-case aliasing"
                                   : fmt::format("k = {:.2f}, about 95 %", figure.combined.k);
  Lines out{fmt::format("ENERGY   {0} {2}  ±  {1} {2}   ({3}, {4})   mean {5}   {6} kWh",
                        pair.value, pair.uncertainty, unit.name,
                        percent(figure.headline_U / figure.energy), how,
                        mean_power(figure.energy / duration, figure.headline_U / duration),
                        rounded(figure.energy, figure.headline_U, kJoulesPerKilowattHour).value)};
  if (aliasing)
    out.push_back(
        fmt::format("         readings may miss what happens between them; U without "
                    "aliasing would be {} {}",
                    rounded(figure.energy, figure.combined.U, unit.joules).uncertainty, unit.name));
  return out;
}

Lines refused_lines(const Report& report) {
  const TotalReport& total = report.total;
  const bool partial = total.figure.status == Total::Status::kIncomplete;
  Lines out = wrap(fmt::format("ENERGY   {}: no figure for the total; {}",
                               partial ? "INCOMPLETE" : "REFUSED", total.why),
                   kScreenColumns, 9);
  if (!partial) return out;
  const EnergyUnit unit = energy_unit(total.figure.energy);
  const RoundedPair pair = rounded(total.figure.energy, total.figure.headline_U, unit.joules);
  out.push_back(
      fmt::format("PARTIAL  sum of the {} measured of {}: {} {} ± {} {} (not the energy "
                  "of the job)",
                  report.evidence.measured, count(report.evidence.asked, "node"), pair.value,
                  unit.name, pair.uncertainty, unit.name));
  return out;
}

std::string supply_text(Supply supply) {
  return supply == Supply::kAc ? "AC" : supply == Supply::kDc ? "DC" : "supply not declared";
}

std::string where_line(const Report& report) {
  std::map<std::string, std::size_t> places;
  std::size_t ok = 0;
  for (const NodeReport& node : report.nodes) {
    if (node.status != NodeReport::Status::kOk) continue;
    ++places[place_of(node.basis)];
    ++ok;
  }
  if (ok == 0) return {};
  std::string out = "AT       " + supply_text(report.total.supply);
  for (const auto& [place, nodes] : places) {
    out += ", " + place;
    if (places.size() > 1) out += fmt::format(" ({})", count(nodes, "node"));
  }
  return out;
}

std::string class_line(const TotalReport& total) {
  std::string out = "CLASS    " + upper(to_string(total.cls));
  if (!total.may_go_to.empty()) out += "   may go to: " + join(total.may_go_to, ", ");
  if (!total.not_to.empty()) out += "   not to: " + join(total.not_to, ", ");
  return out;
}

}  // namespace

Lines headline(const Report& report) {
  const bool ok = report.total.figure.status == Total::Status::kComplete;
  Lines out{fmt::format("joulemark {}   method {}   report {}", program_version(), kMethodVersion,
                        report.id.substr(0, 8)),
            window_line(report)};
  append(out, ok ? energy_lines(report) : refused_lines(report));
  if (const std::string where = where_line(report); !where.empty()) out.push_back(where);
  if (ok) out.push_back(class_line(report.total));
  if (ok && !report.total.limited_by.empty())
    append(out,
           wrap("         limited by: " + join(report.total.limited_by, ", "), kScreenColumns, 21));
  return out;
}

}  // namespace joulemark
