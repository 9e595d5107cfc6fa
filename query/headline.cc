// Version, window, the one figure, where it was measured, and its class.
#include <fmt/format.h>

#include "core/time_text.h"
#include "measurement/defaults.h"
#include "query/figures.h"
#include "query/headline_words.h"
#include "query/report_blocks.h"
#include "query/report_text.h"
#include "query/version.h"

namespace joulemark {
namespace {

std::string window_line(const Report& report) {
  return fmt::format("WINDOW   {} .. {}   {:.3f} s   {}", format_time(report.times.start),
                     format_time(report.times.end), report.times.duration(),
                     origin_of(report.window));
}

Lines energy_lines(const Report& report) {
  const Total& figure = report.total.figure;
  const double duration = report.times.duration();
  const EnergyUnit unit = energy_unit(figure.energy);
  const RoundedPair pair = rounded(figure.energy, figure.headline_U, unit.joules);
  const bool aliasing = figure.codes.contains(Code::kAliasRisk);
  Lines out{fmt::format("ENERGY   {0} {2}  ±  {1} {2}   ({3}, {4})   mean {5}   {6}", pair.value,
                        pair.uncertainty, unit.name, percent(figure.headline_U / figure.energy),
                        kind_of_uncertainty(figure),
                        mean_power(figure.energy / duration, figure.headline_U / duration),
                        kilowatt_hours(figure.energy, figure.headline_U))};
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
  out.push_back(fmt::format("PARTIAL  {}: {} {} ± {} {} (not the energy of the job)",
                            partial_sum(report.evidence), pair.value, unit.name, pair.uncertainty,
                            unit.name));
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
                        report.id.substr(0, 8))};
  if (!report.name.empty()) out.push_back("JOB      " + report.name);
  out.push_back(window_line(report));
  append(out, ok ? energy_lines(report) : refused_lines(report));
  if (const std::string where = where_measured(report); !where.empty())
    out.push_back("AT       " + where);
  if (ok) out.push_back(class_line(report.total));
  if (ok && !report.total.limited_by.empty())
    append(out,
           wrap("         limited by: " + join(report.total.limited_by, ", "), kScreenColumns, 21));
  if (ok) append(out, work_lines(report));
  return out;
}

}  // namespace joulemark
