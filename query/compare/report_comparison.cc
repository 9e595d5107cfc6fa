#include "query/compare/report_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "query/budget_rows.h"
#include "query/compare/obstacles.h"
#include "query/compare/system_of_report.h"
#include "query/figures.h"

namespace joulemark {
namespace {

constexpr std::string_view kPerEnergy = "energy";
constexpr std::size_t kRowsOfSide = 6;
constexpr double kUnlikeWork = 0.01;  // relative difference of work worth a word

const ReportedRatio* ratio_per(const ReportFile& report, const std::string& unit) {
  const auto found = std::find_if(report.ratios.begin(), report.ratios.end(),
                                  [&](const ReportedRatio& one) { return one.unit == unit; });
  return found == report.ratios.end() ? nullptr : &*found;
}

std::string units_of(const ReportFile& report) {
  std::vector<std::string> out;
  for (const ReportedRatio& ratio : report.ratios) out.push_back(ratio.unit);
  return out.empty() ? "it has none" : "it has " + join(out, ", ");
}

struct ComparedRatios {
  const ReportedRatio *a = nullptr, *b = nullptr;
};

// The first common unit; without one, whatever each has: the rule then says that they differ.
ComparedRatios common_ratios(const ReportFile& a, const ReportFile& b) {
  for (const ReportedRatio& one : a.ratios)
    if (const ReportedRatio* other = ratio_per(b, one.unit)) return {&one, other};
  return {a.ratios.empty() ? nullptr : a.ratios.data(),
          b.ratios.empty() ? nullptr : b.ratios.data()};
}

Result<ComparedRatios> choose_ratios(const ReportFile& a, const ReportFile& b,
                                     const std::string& per) {
  if (per == kPerEnergy) return ComparedRatios{};
  if (per.empty()) return common_ratios(a, b);
  const std::string unit = unit_of_work(per);
  const ComparedRatios out{ratio_per(a, unit), ratio_per(b, unit)};
  for (const auto& [report, ratio] : {std::pair{&a, out.a}, std::pair{&b, out.b}})
    if (ratio == nullptr)
      return fail(ErrorCode::kInvalid, fmt::format("--per {}: {} has no such ratio: {}", per,
                                                   report->file, units_of(*report)));
  return out;
}

void add_figure(const ReportFile& report, const ReportedRatio* ratio, std::optional<double>& y,
                double& U) {
  if (!report.total.complete()) return;
  y = ratio == nullptr ? report.total.energy : ratio->value;
  U = ratio == nullptr ? report.total.U : ratio->U;
}

void add_relative_parts(std::vector<RelativePart>& out, char side, const ReportedTotal& total,
                        const ComparedSystem& system) {
  if (!total.complete() || !(total.energy > 0.0)) return;
  for (const BudgetRow& row : budget_rows(total.components, kRowsOfSide))
    out.push_back({side, row.name, std::sqrt(row.square) / total.energy});
  if (system.u_work > 0.0) out.push_back({side, "work", system.u_work / system.work});
}

ComparedSystem without_identities(ComparedSystem system) {
  for (ComparedPart& part : system.parts) part.sensor.clear();
  return system;
}

std::size_t common_sensors(const ComparedSystem& a, const ComparedSystem& b) {
  std::set<std::string> of_a, common;
  for (const ComparedPart& part : a.parts)
    if (!part.sensor.empty()) of_a.insert(part.sensor);
  for (const ComparedPart& part : b.parts)
    if (of_a.contains(part.sensor)) common.insert(part.sensor);
  return common.size();
}

std::string why_nothing_cancels(const SystemOfReport& a, const SystemOfReport& b) {
  if (!a.by_sensor || !b.by_sensor)
    return fmt::format(
        "nothing: the figure of {} holds conversions or estimates, what one sensor "
        "brings to it is not told apart",
        a.by_sensor   ? "B"
        : b.by_sensor ? "A"
                      : "both");
  if (a.with_serial == 0 || b.with_serial == 0)
    return "nothing: the reports hold no serial numbers (exporter: --labels.serials), so that no "
           "sensor is known to have measured both";
  return "nothing: no sensor measured both";
}

std::string sensors_not_known(const SystemOfReport& a, const SystemOfReport& b) {
  const std::size_t unknown = a.sensors - a.with_serial + b.sensors - b.with_serial;
  if (unknown == 0 || a.with_serial == 0 || b.with_serial == 0) return {};
  return fmt::format("; the serial number of {} is not known", count(unknown, "sensor"));
}

void add_cancelled(ReportComparison& out, const SystemOfReport& a, const SystemOfReport& b) {
  const std::size_t common = common_sensors(out.system_a, out.system_b);
  if (common == 0) {
    out.cancelled = why_nothing_cancels(a, b) + sensors_not_known(a, b);
    return;
  }
  out.cancelled = fmt::format("gain and offset of {} that measured both", count(common, "sensor")) +
                  sensors_not_known(a, b);
  const auto apart = compare(without_identities(out.system_a), without_identities(out.system_b));
  if (apart.ratio) out.U_uncancelled = apart.ratio->U;
}

void add_comparison_notes(ReportComparison& out, const ComparedRatios& ratios) {
  if (!out.a.id.empty() && out.a.id == out.b.id) out.notes.emplace_back("both are the same report");
  if (!out.per.empty()) return;
  const bool energies = ratios.a == nullptr && ratios.b == nullptr;
  const ComparedRatios known = common_ratios(out.a, out.b);
  if (energies && known.a != nullptr && known.b != nullptr && known.a->unit == known.b->unit &&
      std::abs(known.a->work - known.b->work) > kUnlikeWork * known.a->work)
    out.notes.push_back(fmt::format("the energies are of different work: {:.4g} and {:.4g} {}",
                                    known.a->work, known.b->work, known.a->unit));
  const double da = out.a.duration, db = out.b.duration;
  if (known.a == nullptr && known.b == nullptr && std::abs(da - db) > kUnlikeWork * da)
    out.notes.push_back(fmt::format(
        "the windows last {:.1f} s and {:.1f} s and no work is stated: that both did the same is "
        "not known",
        da, db));
}

}  // namespace

Result<ReportComparison> compare_reports(ReportFile a, ReportFile b, const std::string& per) {
  ReportComparison out;
  out.a = std::move(a);
  out.b = std::move(b);
  const auto ratios = choose_ratios(out.a, out.b, per);
  if (!ratios) return tl::unexpected<Error>(ratios.error());
  const SystemOfReport side_a = system_of_report(out.a, ratios->a);
  const SystemOfReport side_b = system_of_report(out.b, ratios->b);
  out.system_a = side_a.system;
  out.system_b = side_b.system;
  if (ratios->a != nullptr && ratios->b != nullptr && ratios->a->unit == ratios->b->unit)
    out.per = ratios->a->unit;
  add_figure(out.a, ratios->a, out.y_a, out.U_a);
  add_figure(out.b, ratios->b, out.y_b, out.U_b);
  out.result = compare(out.system_a, out.system_b);
  out.obstacles = obstacles_of(out);
  if (out.result.ratio) {
    add_relative_parts(out.parts, 'A', out.a.total, out.system_a);
    add_relative_parts(out.parts, 'B', out.b.total, out.system_b);
    std::stable_sort(out.parts.begin(), out.parts.end(),
                     [](const RelativePart& x, const RelativePart& y) { return x.u > y.u; });
    add_cancelled(out, side_a, side_b);
  }
  add_comparison_notes(out, *ratios);
  return out;
}

}  // namespace joulemark
