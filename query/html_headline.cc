// The band at the top: what the energy is, what it is worth, where it may go and why not further.
#include <fmt/format.h>

#include "core/time_text.h"
#include "measurement/defaults.h"
#include "query/figures.h"
#include "query/headline_words.h"
#include "query/html_panels.h"
#include "query/version.h"

namespace joulemark {
namespace {

Html simulated_banner(const Report& report) {
  if (!is_simulated(report)) return {};
  return element("p", "simulated",
                 element("strong", "SIMULATED DATA.") +
                     text(" At least one counted series is a simulation and measures nothing."));
}

Html value_and_uncertainty(const RoundedPair& pair, std::string_view unit) {
  const std::string space = "\u00a0";
  return element("span", "value", pair.value + space + std::string(unit)) +
         element("span", "plus", " ±" + space + pair.uncertainty + space + std::string(unit));
}

Html energy(const Report& report) {
  const Total& figure = report.total.figure;
  const EnergyUnit unit = energy_unit(figure.energy);
  const RoundedPair pair = rounded(figure.energy, figure.headline_U, unit.joules);
  Html out = element("p", "figure", value_and_uncertainty(pair, unit.name));
  out += element("p", "sub",
                 fmt::format("{} of it, {}", percent(figure.headline_U / figure.energy),
                             kind_of_uncertainty(figure)));
  if (figure.codes.contains(Code::kAliasRisk))
    out += element(
        "p", "warning",
        fmt::format("Readings may miss what happens between them; U without aliasing "
                    "would be {} {}.",
                    rounded(figure.energy, figure.combined.U, unit.joules).uncertainty, unit.name));
  return out;
}

// METHOD L-2: the reason in place of the figure; a partial sum apart and labelled.
Html no_energy(const Report& report) {
  const TotalReport& total = report.total;
  const bool partial = total.figure.status == Total::Status::kIncomplete;
  Html out = element("p", "figure refused", partial ? "INCOMPLETE" : "REFUSED");
  out += element("p", "sub", "No figure for the total: " + total.why + ".");
  if (!partial) return out;
  const EnergyUnit unit = energy_unit(total.figure.energy);
  const RoundedPair pair = rounded(total.figure.energy, total.figure.headline_U, unit.joules);
  out += element("p", "partial",
                 fmt::format("Partial: {}: {} {} ± {} {}. This is not the energy of the job.",
                             partial_sum(report.evidence), pair.value, unit.name, pair.uncertainty,
                             unit.name));
  return out;
}

Html reason(const std::string& limit) {
  const auto code = parse_code(limit);
  if (!code) return element("li", limit);
  return element("li",
                 element("code", limit) + text(": " + std::string(meaning_of(*code)) + ". ") +
                     element("span", "lift", "To lift it: " + std::string(remedy_of(*code)) + "."));
}

Html why(const TotalReport& total) {
  if (total.limited_by.empty()) return {};
  Html list;
  for (const std::string& limit : total.limited_by) list += reason(limit);
  return element("details", element("summary", "why?") + element("ul", list));
}

Html class_facts(const TotalReport& total) {
  Html out = fact("Class", element("strong", "class", upper(to_string(total.cls))));
  if (!total.may_go_to.empty()) out += fact("May go to", join(total.may_go_to, ", "));
  if (!total.not_to.empty() || !total.limited_by.empty())
    out += fact("Not to", text(join(total.not_to, ", ") + " ") + why(total));
  return out;
}

Html facts(const Report& report) {
  const Total& figure = report.total.figure;
  const double duration = report.times.duration();
  const bool ok = figure.status == Total::Status::kComplete;
  Html out;
  if (ok) {
    out += class_facts(report.total);
    out += fact("Mean power", mean_power(figure.energy / duration, figure.headline_U / duration));
    out += fact("The same in kWh", kilowatt_hours(figure.energy, figure.headline_U));
    for (const WorkRatio& ratio : report.ratios) {
      const RoundedPair pair = rounded(ratio.value, ratio.U, 1.0);
      out += fact(ratio.unit,
                  fmt::format("{} ± {} ({})", pair.value, pair.uncertainty, work_words(ratio)));
    }
  }
  if (!report.name.empty()) out += fact("Job", report.name);
  if (const std::string where = where_measured(report); !where.empty())
    out += fact("Measured at", where);
  out += fact("Window", text(fmt::format("{:.3f} s ", duration)) +
                            element("span", "moment", "from " + format_time(report.times.start)) +
                            element("span", "moment", "to " + format_time(report.times.end)));
  out += fact("Window set by", origin_of(report.window));
  return Element("dl").with("class", "facts").of(out);
}

}  // namespace

bool is_simulated(const Report& report) { return report.total.reasons.contains(Code::kSimulated); }

Html headline_band(const Report& report) {
  const bool ok = report.total.figure.status == Total::Status::kComplete;
  const std::string product = fmt::format("joulemark {} · method {} · report {}", program_version(),
                                          kMethodVersion, report.id.substr(0, 8));
  return element("header", simulated_banner(report) + element("p", "product", product) +
                               element("h1", "Energy of the window") +
                               (ok ? energy(report) : no_energy(report)) + facts(report));
}

}  // namespace joulemark
