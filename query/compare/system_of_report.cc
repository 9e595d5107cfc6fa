#include "query/compare/system_of_report.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "measurement/uncertainty.h"

namespace joulemark {
namespace {

constexpr double kSameFigure = 1e-9;  // relative, of two ways to add one budget
constexpr std::string_view kCountedRole = "counted";

// The same text only for the same device read through the same interface. Without a serial number
// nothing is known to be the same.
std::string identity_of(const ReportedSeries& series) {
  if (series.serial.empty()) return {};
  return series.model + "\n" + series.serial + "\n" + series.source + "\n" + series.sensor;
}

std::vector<const ReportedSeries*> counted_series(const ReportFile& report) {
  std::vector<const ReportedSeries*> out;
  for (const ReportedNode& node : report.nodes)
    for (const ReportedSeries& series : node.series)
      if (node.counted() && series.role == kCountedRole && series.status == "ok")
        out.push_back(&series);
  return out;
}

bool adds_up(const std::vector<ComparedPart>& parts, const ReportedTotal& total) {
  Budget all;
  for (const ComparedPart& part : parts)
    all.insert(all.end(), part.budget.begin(), part.budget.end());
  return std::abs(combine(all).u_c - total.u) <= kSameFigure * total.u;
}

void add_parts(const ReportFile& report, SystemOfReport& out) {
  std::vector<ComparedPart> parts;
  for (const ReportedSeries* series : counted_series(report)) {
    parts.push_back({identity_of(*series), series->components});
    ++out.sensors;
    if (!series->serial.empty()) ++out.with_serial;
  }
  out.by_sensor = !parts.empty() && adds_up(parts, report.total);
  if (!out.by_sensor) parts = {ComparedPart{{}, report.total.components}};
  out.system.parts = std::move(parts);
}

// Words of all members, once each: systems that mix differ from those that do not.
std::string cooling_of_report(const ReportFile& report) {
  std::set<std::string> words;
  for (const ReportedNode& node : report.nodes)
    if (!node.is_scope) words.insert(node.cooling.empty() ? "not stated" : node.cooling);
  if (words.size() == 1 && words.contains("not stated")) return {};
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

}  // namespace

SystemOfReport system_of_report(const ReportFile& report, const ReportedRatio* ratio) {
  SystemOfReport out;
  ComparedSystem& system = out.system;
  system.refused = !report.total.complete();
  system.method_major = report.method_major;
  system.supply = report.total.supply;
  system.cls = report.total.cls.value_or(Class::kReferenceOnly);
  system.energy = report.total.energy;
  system.alias_bound = report.total.alias_bound;
  system.work = ratio == nullptr ? 1.0 : ratio->work;
  system.u_work = ratio == nullptr ? 0.0 : ratio->u_work;
  if (ratio != nullptr) system.work_kind = ratio->unit;
  system.cooling = cooling_of_report(report);
  system.complete = true;
  for (const ReportedNode& node : report.nodes) {
    if (!node.counted()) continue;
    system.boundaries.insert(node.boundary);
    system.complete = system.complete && node.complete;
  }
  if (!system.refused) add_parts(report, out);
  return out;
}

}  // namespace joulemark
