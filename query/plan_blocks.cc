// What a plan brings to the screen: energy per work, the split over jobs and roles, and every
// declared value with its effect.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "query/figures.h"
#include "query/headline_words.h"
#include "query/report_blocks.h"
#include "query/report_text.h"
#include "query/screen.h"

namespace joulemark {
namespace {

constexpr std::size_t kNameColumnsOfSplit = 30;
constexpr std::size_t kMostShares = 8;
constexpr double kPerMillijoule = 1e-3;

std::string energy_in(double joules, double U, const EnergyUnit& unit) {
  return rounded(joules, U, unit.joules).value;
}

std::string share_row(const std::string& name, const EnergyShare& share, double total_mj,
                      const EnergyUnit& unit, const std::string& more) {
  const auto joules = [](Millijoules mj) { return kPerMillijoule * static_cast<double>(mj); };
  return "  " + pad(cut(name, kNameColumnsOfSplit), kNameColumnsOfSplit) +
         pad_left(energy_in(joules(share.total()), share.U, unit), 11) +
         pad_left(fmt::format("{:.1f} %", 100.0 * static_cast<double>(share.total()) / total_mj),
                  9) +
         pad_left(energy_in(joules(share.idle), share.U_idle, unit), 11) +
         pad_left(energy_in(joules(share.dynamic), share.U_dynamic, unit), 11) + "   " + more;
}

std::string per_work_of(const JobTotal& job, const std::string& kind) {
  if (!job.per_work) return "no " + kind;
  const RoundedPair pair = rounded(job.per_work->value, job.per_work->U, 1.0);
  return fmt::format("{} ± {} J each of {:.6g} {}", pair.value, pair.uncertainty, job.weight, kind);
}

std::string idle_members(const Attribution& split) {
  std::vector<std::string> names;
  for (const ShareOfMember& member : split.members)
    if (!(member.weight > 0.0) && member.role != "shared") names.push_back(member.node);
  return names.empty() ? std::string()
                       : fmt::format("  without work, charged in full: {}", name_list(names, 4));
}

std::string effect_of_value(const std::optional<double>& effect, const EnergyUnit& unit) {
  if (!effect) return "-";
  if (*effect == 0.0) return "0";
  return fmt::format("{:+.3g}", *effect / unit.joules);
}

}  // namespace

Lines work_lines(const Report& report) {
  Lines out;
  for (const WorkRatio& ratio : report.ratios) {
    const RoundedPair pair = rounded(ratio.value, ratio.U, 1.0);
    out.push_back(fmt::format("{}{} ± {} {} ({})", out.empty() ? "PER WORK " : "         ",
                              pair.value, pair.uncertainty, ratio.unit, work_words(ratio)));
  }
  return out;
}

Lines attribution_block(const Report& report) {
  if (!report.attribution) return {};
  const AttributionReport& from = *report.attribution;
  if (!from.split) return wrap("SPLIT  not made: " + from.why, kScreenColumns, 7);
  const Attribution& split = *from.split;
  const EnergyUnit unit = energy_unit(report.total.figure.energy);
  const auto total = static_cast<double>(split.total);
  Lines out{pad("SPLIT by " + from.kind, kNameColumnsOfSplit + 2) +
            pad_left(std::string(unit.name), 11) + pad_left("share", 9) + pad_left("idle", 11) +
            pad_left("dynamic", 11)};
  for (std::size_t i = 0; i < std::min(split.jobs.size(), kMostShares); ++i)
    out.push_back(share_row("job " + split.jobs[i].job, split.jobs[i].energy, total, unit,
                            per_work_of(split.jobs[i], from.kind)));
  for (const ShareOfRole& role : split.roles)
    out.push_back(share_row(role.role.empty() ? "role not named" : role.role, role.energy, total,
                            unit, count(role.members, "member")));
  if (split.unattributed > 0)
    out.push_back(share_row("unattributed", {split.unattributed, 0, 0, 0, 0}, total, unit,
                            "allocated to no job"));
  if (const std::string idle = idle_members(split); !idle.empty()) out.push_back(idle);
  for (const std::string& note : from.notes) out.push_back("  " + note);
  return out;
}

Lines declared_block(const Report& report) {
  if (report.declared.empty()) return {};
  const EnergyUnit unit = energy_unit(report.total.figure.energy);
  std::vector<Lines> rows{{"DECLARED in the plan", "value", fmt::format("E, {}", unit.name),
                           fmt::format("U, {}", unit.name), "evidence"}};
  for (const Declared& one : report.declared)
    rows.push_back({"  " + one.key, cut(one.value, 34), effect_of_value(one.effect_on_energy, unit),
                    effect_of_value(one.effect_on_uncertainty, unit), one.evidence});
  Lines out;
  std::string text = align(rows, 34);
  while (!text.empty()) {
    const auto end = text.find('\n');
    out.push_back(text.substr(0, end));
    text.erase(0, end == std::string::npos ? text.size() : end + 1);
  }
  return out;
}

}  // namespace joulemark
