// The node's figure on the screen of `joulemark sources`: what counts, what does not and why, and
// what a report could say of it at best.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/time_text.h"
#include "query/code_order.h"
#include "query/counted_parts.h"
#include "query/figures.h"
#include "query/report_text.h"
#include "query/sources_report.h"

namespace joulemark {
namespace {

constexpr std::size_t kLabelColumns = 13;
constexpr std::size_t kNamedMembers = 6;

void add_line(Lines& out, const std::string& label, const std::string& text) {
  joulemark::append(out, wrap(pad(label, kLabelColumns) + text, kScreenColumns, kLabelColumns));
}

std::string power_of(const HostCover& cover) {
  return cover.power ? watts_text(*cover.power) : "no power yet";
}

std::string whole_or_part(const HostCover& cover) {
  return cover.cover.complete ? "complete" : "partial, a lower limit";
}

// What a report would say after "AT".
std::string place_text(const HostCover& counted) {
  const Supply supply = counted.cover.supply;
  std::string out = supply == Supply::kAc   ? "AC, "
                    : supply == Supply::kDc ? "DC, "
                                            : "supply not declared, ";
  out += place_of(counted.cover.basis);
  if (counted.boundary != Boundary::kUnknown)
    return out + ", boundary " + std::string(to_string(counted.boundary));
  return out + ", boundary unknown: nobody can tell whether losses of the power supplies are in it";
}

std::string members_text(const HostFigure& figure) {
  std::vector<std::string> names;
  for (const std::size_t i : figure.counted->cover.members)
    names.push_back(full_name(figure.sensors[i]->sensor));
  return name_list(names, kNamedMembers);
}

std::string why_not(MemberRole role, Duration looked) {
  switch (role) {
    case MemberRole::kDual:
      return "a second meter of a counted scope, for cross-checks";
    case MemberRole::kContained:
      return "part of what is counted: adding it would count it twice";
    case MemberRole::kContains:
      return "contains what is counted, which is the better figure";
    case MemberRole::kDead:
      return "did not move or gave no reading in " + format_duration(looked) +
             "; a slow one needs a longer --for";
    case MemberRole::kRefused:
      return "not real power (apparent, or current times nominal voltage)";
    case MemberRole::kUnranked:
      return "nobody knows what it feeds or what contains it: exported, never summed";
    case MemberRole::kUnusable:
      return "its kind cannot be counted here: psys below its parts or in several zones, a battery "
             "that does not discharge, members of different supply";
    case MemberRole::kCounted:
      break;
  }
  return {};
}

void add_not_counted(Lines& out, const HostFigure& figure, Duration looked) {
  std::set<MemberRole> roles(figure.roles.begin(), figure.roles.end());
  roles.erase(MemberRole::kCounted);
  for (const MemberRole role : roles)
    add_line(out, "  " + std::string(to_string(role)), why_not(role, looked));
}

// What was not seen may lie further upstream than what was counted, or be a part of it.
void add_doubt(Lines& out, const SourcesReport& report) {
  std::vector<std::string> names;
  for (const SourceLook& source : report.sources)
    if (in_doubt(source)) names.push_back(source.name);
  if (!names.empty())
    add_line(out, "  but",
             "see the remarks on " + join(names, ", ") +
                 " above: once they are mended, the figure may be another");
}

std::string best_text(const HostFigure& figure) {
  std::string out(to_string(figure.best));
  if (figure.codes.empty()) return out + ", if window and scrapes allow";
  return out + ", whatever the window; held down by:";
}

// Only what caps; the rest informs in a report.
void add_codes(Lines& out, const HostFigure& figure) {
  for (const Code code : by_seriousness(figure.codes)) {
    if (effect_of(code) != Effect::kCap) continue;
    joulemark::append(out, wrap(fmt::format("  {} {}; {}", pad(std::string(to_string(code)), 23),
                                            meaning_of(code), remedy_of(code)),
                                kScreenColumns, 26));
  }
}

}  // namespace

Lines figure_lines(const SourcesReport& report, const HostFigure& figure) {
  Lines out;
  if (!figure.counted) {
    add_line(out, "NODE",
             "no figure: no sensor that is alive can stand for this node or its parts");
    add_not_counted(out, figure, report.looked);
    add_doubt(out, report);
    return out;
  }
  const HostCover& counted = *figure.counted;
  add_line(out, "NODE",
           fmt::format("{} from {} ({})", power_of(counted), to_string(counted.cover.basis),
                       whole_or_part(counted)));
  add_line(out, "  at", place_text(counted));
  add_line(out, "  counted", members_text(figure));
  add_not_counted(out, figure, report.looked);
  for (const HostCover& other : figure.others)
    add_line(out, "  also seen",
             fmt::format("{} from {}, not added", power_of(other), to_string(other.cover.basis)));
  add_doubt(out, report);
  add_line(out, "  class", best_text(figure));
  add_codes(out, figure);
  return out;
}

}  // namespace joulemark
