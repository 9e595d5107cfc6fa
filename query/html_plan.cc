// What a plan brings to the page: the split of the energy, and every declared value with what E and
// U would be without it, which an auditor reads first.
#include <fmt/format.h>

#include "query/figures.h"
#include "query/html_panels.h"

namespace joulemark {
namespace {

constexpr std::size_t kMostMembersShown = 200;
constexpr double kJoulesPerMillijoule = 1e-3;

Html heading(std::initializer_list<std::string_view> names, std::size_t numbers_from) {
  Html cells;
  std::size_t i = 0;
  for (const std::string_view name : names) {
    Element th("th");
    th.with("scope", "col");
    if (i++ >= numbers_from) th.with("class", "n");
    cells += th.of(name);
  }
  return element("thead", element("tr", cells));
}

Html share_cells(const EnergyShare& share, double U, const EnergyUnit& unit, Millijoules total) {
  const auto joules = [](Millijoules mj) { return kJoulesPerMillijoule * static_cast<double>(mj); };
  const auto cell = [&](Millijoules mj, double u) {
    return element("td", "n", rounded(joules(mj), u, unit.joules).value);
  };
  return cell(share.total(), U) +
         element("td", "n",
                 fmt::format("{:.1f} %", 100.0 * static_cast<double>(share.total()) /
                                             static_cast<double>(total))) +
         cell(share.idle, share.U_idle) + cell(share.dynamic, share.U_dynamic);
}

Html share_row(std::string_view name, std::string_view remark, const Html& cells) {
  return element("tr",
                 Element("th")
                         .with("scope", "row")
                         .of(text(name) + (remark.empty() ? Html() : element("small", remark))) +
                     cells);
}

Html rows_of_split(const Attribution& split, const EnergyUnit& unit) {
  Html rows;
  for (const JobTotal& job : split.jobs)
    rows += share_row("job " + job.job, fmt::format("work {:.6g}", job.weight),
                      share_cells(job.energy, job.energy.U, unit, split.total));
  for (const ShareOfRole& role : split.roles)
    rows +=
        share_row(role.role.empty() ? "role not named" : role.role, count(role.members, "member"),
                  share_cells(role.energy, role.energy.U, unit, split.total));
  for (std::size_t i = 0; i < std::min(split.members.size(), kMostMembersShown); ++i) {
    const ShareOfMember& member = split.members[i];
    rows += share_row(member.node, member.weight > 0.0 ? "" : "no work, charged in full",
                      share_cells(member.energy, member.energy.U, unit, split.total));
  }
  return rows;
}

std::string effect(const std::optional<double>& joules, const EnergyUnit& unit) {
  if (!joules) return "not known";
  return *joules == 0.0 ? "0" : fmt::format("{:+.3g}", *joules / unit.joules);
}

Html declared_row(const Declared& one, const EnergyUnit& unit) {
  return element("tr", Element("th").with("scope", "row").of(one.key) + element("td", one.value) +
                           element("td", "n", effect(one.effect_on_energy, unit)) +
                           element("td", "n", effect(one.effect_on_uncertainty, unit)) +
                           element("td", one.evidence));
}

}  // namespace

Html split_panel(const Report& report) {
  if (!report.attribution) return {};
  const std::string_view title = "Who used it";
  const AttributionReport& from = *report.attribution;
  if (!from.split) return panel("split", title, element("p", "Not split: " + from.why));
  const EnergyUnit unit = energy_unit(report.total.figure.energy);
  const Html table =
      element("table", heading({"By " + from.kind, unit.name, "Share", "Idle", "Dynamic"}, 1) +
                           element("tbody", rows_of_split(*from.split, unit)));
  Html notes;
  for (const std::string& note : from.notes) notes += element("p", note);
  return panel("split", title, scrolling(title, table) + notes);
}

Html declared_panel(const Report& report) {
  if (report.declared.empty()) return {};
  const EnergyUnit unit = energy_unit(report.total.figure.energy);
  const std::string_view title = "Declared, and what it does to E and U";
  Html rows;
  for (const Declared& one : report.declared) rows += declared_row(one, unit);
  Html head = Element("th").with("scope", "col").of("Value of the plan");
  head += Element("th").with("scope", "col").of("As declared");
  for (const char* name : {"E", "U"})
    head += Element("th")
                .with("scope", "col")
                .with("class", "n")
                .of(fmt::format("{}, {}", name, unit.name));
  head += Element("th").with("scope", "col").of("Evidence");
  return panel("declared", title,
               scrolling(title, element("table", element("thead", element("tr", head)) +
                                                     element("tbody", rows))));
}

}  // namespace joulemark
