// The comparison for the screen: both systems side by side, then what the ratio says.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "measurement/defaults.h"
#include "query/budget_rows.h"
#include "query/compare/obstacles.h"
#include "query/compare/report_comparison.h"
#include "query/figures.h"
#include "query/headline_words.h"
#include "query/screen.h"
#include "query/version.h"

namespace joulemark {
namespace {

constexpr std::size_t kComparisonColumns = 110;
constexpr std::size_t kSideLabel = 10;
constexpr std::size_t kSideColumns = 49;
constexpr std::size_t kMostParts = 6;
constexpr std::size_t kMostComparisonNotes = 4;

std::string per_words(const ReportComparison& c) {
  return c.per.empty() ? "energy" : "energy per " + c.per;
}

// 100 times a share, to the place of its uncertainty.
std::string ratio_hundredths(double share, double U) {
  return rounded(100.0 * share, 100.0 * U, 1.0).value;
}

std::string ratio_figure(double value, double U) { return rounded(value, U, 1.0).value; }

std::string interval_words(const SystemRatio& r) {
  return fmt::format("{} ({} .. {}, about 95 %)", ratio_figure(r.ratio, r.U),
                     ratio_figure(r.low, r.U), ratio_figure(r.high, r.U));
}

std::string side_energy_words(const ReportedTotal& total) {
  if (!total.complete()) return total.status + ": no figure";
  const EnergyUnit unit = energy_unit(total.energy);
  const RoundedPair pair = rounded(total.energy, total.U, unit.joules);
  return fmt::format("{} {} ± {} {} ({})", pair.value, unit.name, pair.uncertainty, unit.name,
                     percent(total.U / total.energy));
}

std::string per_work_words(const std::optional<double>& y, double U, const std::string& unit) {
  if (!y) return "-";
  const RoundedPair pair = rounded(*y, U, 1.0);
  return fmt::format("{} ± {} J per {}", pair.value, pair.uncertainty, unit);
}

void add_sides(Lines& out, const std::string& label, const std::string& a, const std::string& b) {
  const Lines left = wrap(a.empty() ? "-" : a, kSideColumns - 1, 2);
  const Lines right = wrap(b.empty() ? "-" : b, kComparisonColumns - kSideLabel - kSideColumns, 2);
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i)
    out.push_back(pad(i == 0 ? label : "", kSideLabel) +
                  pad(i < left.size() ? left[i] : "", kSideColumns) +
                  (i < right.size() ? right[i] : ""));
}

std::string side_window_words(const ReportFile& report) {
  return fmt::format("{} s from {}", fmt::format("{:.1f}", report.duration),
                     report.start.substr(0, 19) + "Z");
}

std::string side_class_words(const ReportFile& report) {
  return report.total.cls && report.total.complete() ? upper(to_string(*report.total.cls)) : "none";
}

Lines both_systems(const ReportComparison& c) {
  Lines out{pad("", kSideLabel) + pad("A", kSideColumns) + "B"};
  add_sides(out, "REPORT", c.a.file + " (" + c.a.id.substr(0, 8) + ")",
            c.b.file + " (" + c.b.id.substr(0, 8) + ")");
  if (!c.a.name.empty() || !c.b.name.empty()) add_sides(out, "NAME", c.a.name, c.b.name);
  add_sides(out, "WINDOW", side_window_words(c.a), side_window_words(c.b));
  add_sides(out, "ENERGY", side_energy_words(c.a.total), side_energy_words(c.b.total));
  if (!c.per.empty())
    add_sides(out, "PER WORK", per_work_words(c.y_a, c.U_a, c.per),
              per_work_words(c.y_b, c.U_b, c.per));
  add_sides(out, "CLASS", side_class_words(c.a), side_class_words(c.b));
  const auto at = [](const ComparedSystem& system) {
    return supply_word(system.supply) + ", " + boundaries_words(system.boundaries) +
           (system.complete ? "" : ", parts of nodes only");
  };
  add_sides(out, "AT", at(c.system_a), at(c.system_b));
  const auto cooling = [](const ComparedSystem& system) {
    return system.cooling.empty() ? "not stated" : system.cooling;
  };
  add_sides(out, "COOLING", cooling(c.system_a), cooling(c.system_b));
  return out;
}

Lines comparison_ratio_block(const ReportComparison& c) {
  Lines out;
  if (c.result.ratio)
    out.push_back(
        fmt::format("RATIO     A/B of {}: {}", per_words(c), interval_words(*c.result.ratio)));
  if (c.result.ratio) {
    append(out, wrap("RESULT    " + sentence_of(c), kComparisonColumns, kSideLabel));
    return out;
  }
  out.emplace_back("RESULT    NOT_COMPARABLE");
  for (const Obstacle& obstacle : c.obstacles) {
    append(out, wrap("        - " + obstacle.what, kComparisonColumns, kSideLabel));
    append(out, wrap("          Remedy: " + obstacle.remedy, kComparisonColumns, kSideLabel));
  }
  return out;
}

Lines relative_parts_block(const ReportComparison& c) {
  if (!c.result.ratio) return {};
  double whole = 0.0;
  for (const RelativePart& part : c.parts) whole += part.u * part.u;
  Lines out{pad("UNCERTAINTY OF EACH SIDE", 34) + pad_left("u %", 8) + pad_left("part", 7)};
  std::size_t shown = 0;
  for (const RelativePart& part : c.parts) {
    if (shown++ == kMostParts) break;
    out.push_back("  " + pad(cut(std::string(1, part.side) + ": " + part.name, 32), 32) +
                  pad_left(small_figure(100.0 * part.u), 8) +
                  pad_left(part_text(part.u * part.u, whole), 7));
  }
  std::string cancelled = "CANCELLED " + c.cancelled;
  if (c.U_uncancelled)
    cancelled += fmt::format(": U of the ratio falls from {} to {}",
                             percent(*c.U_uncancelled / c.result.ratio->ratio),
                             percent(c.result.ratio->U / c.result.ratio->ratio));
  append(out, wrap(cancelled, kComparisonColumns, kSideLabel));
  return out;
}

Lines comparison_notes(const ReportComparison& c) {
  Lines out;
  for (std::size_t i = 0; i < std::min(c.notes.size(), kMostComparisonNotes); ++i)
    append(out, wrap("NOTE      " + c.notes[i], kComparisonColumns, kSideLabel));
  return out;
}

std::string tie_sentence(const ReportComparison& c) {
  const SystemRatio& r = *c.result.ratio;
  const double U = std::log(r.high / r.ratio);
  return fmt::format(
      "TIE: the {} of A and B cannot be told apart: the ratio {} includes 1. A difference below "
      "about {} does not show with these uncertainties",
      per_words(c), interval_words(r), percent(std::expm1(U)));
}

}  // namespace

std::string sentence_of(const ReportComparison& c) {
  if (!c.result.ratio) {
    std::vector<std::string> whats;
    for (const Obstacle& obstacle : c.obstacles) whats.push_back(obstacle.what);
    return "NOT_COMPARABLE: " + join(whats, "; ");
  }
  const SystemRatio& r = *c.result.ratio;
  switch (c.result.verdict) {
    case Comparison::kLower:
      return fmt::format("A uses {} % less {} than B ({} .. {} %)",
                         ratio_hundredths(1.0 - r.ratio, r.U), per_words(c),
                         ratio_hundredths(1.0 - r.high, r.U), ratio_hundredths(1.0 - r.low, r.U));
    case Comparison::kHigher:
      return fmt::format("A uses {} % more {} than B ({} .. {} %)",
                         ratio_hundredths(r.ratio - 1.0, r.U), per_words(c),
                         ratio_hundredths(r.low - 1.0, r.U), ratio_hundredths(r.high - 1.0, r.U));
    default:
      return tie_sentence(c);
  }
}

std::string comparison_to_text(const ReportComparison& c) {
  Lines out{fmt::format("joulemark {}   method {}   comparison of two reports (rule R-3)",
                        program_version(), kMethodVersion)};
  for (const Lines& block :
       {both_systems(c), comparison_ratio_block(c), relative_parts_block(c), comparison_notes(c)}) {
    if (block.empty()) continue;
    out.emplace_back();
    append(out, block);
  }
  return join(out, "\n") + "\n";
}

}  // namespace joulemark
