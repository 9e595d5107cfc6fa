#include "query/evidence_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "query/figures.h"

namespace joulemark {
namespace {

std::string nodes_line(const Report& report) {
  const Evidence& e = report.evidence;
  if (!e.listed) return fmt::format("all {} ({})", count(e.asked, "node"), e.list);
  return fmt::format("{} of {} measured ({})", e.measured, e.asked, e.list);
}

std::string unlisted_line(const Evidence& e) {
  if (!e.others_seen) return "not examined: nodes outside the list";
  return e.unlisted_active.empty() ? "no node outside the list worked in step with the window"
                                   : "WORKED IN STEP: " + name_list(e.unlisted_active, 3);
}

std::string clock_line(const Evidence& e, std::size_t exporters) {
  const std::string worst =
      e.worst_clock ? "worst " + short_seconds(*e.worst_clock) : std::string("not measured");
  const std::string unmeasured = e.worst_clock && e.clocks_unmeasured > 0
                                     ? fmt::format(", {} not measured", e.clocks_unmeasured)
                                     : "";
  return fmt::format("{} of {}{}; window host {}", worst, count(exporters, "exporter"), unmeasured,
                     e.window_clock ? short_seconds(*e.window_clock) : "not measured");
}

std::string coverage_line(const Evidence& e) {
  return fmt::format("{:.2f} %, longest interval {}", 100.0 * e.coverage,
                     short_seconds(e.longest_interval));
}

std::string faults_line(const Evidence& e) {
  return fmt::format("{} with resets, {} frozen, {} duplicate", e.resets, e.frozen, e.duplicates);
}

std::string sampling_line(const Evidence& e) {
  const std::string scrape =
      e.longest_scrape > 1.05 * e.shortest_scrape
          ? short_seconds(e.shortest_scrape) + " to " + short_seconds(e.longest_scrape)
          : short_seconds(e.longest_scrape);
  return fmt::format("{} series, every {}, {} samples or more", e.series, scrape, e.fewest_samples);
}

// What it lowers against having nothing declared: the auditor looks there first.
std::string values_declared(const std::vector<Declared>& declared) {
  if (declared.empty()) return "nothing declared";
  const auto lowers = [](const std::optional<double>& effect) { return effect && *effect < 0.0; };
  const auto lowering = std::count_if(declared.begin(), declared.end(), [&](const Declared& one) {
    return lowers(one.effect_on_energy) || lowers(one.effect_on_uncertainty);
  });
  return count(declared.size(), "value") +
         (lowering == 0 ? ", none lowers E or U" : fmt::format(", {} LOWER E OR U", lowering));
}

std::string declared_line(const Report& report) {
  const Total& figure = report.total.figure;
  const EnergyUnit unit = energy_unit(figure.energy);
  return fmt::format("{}; U without{} {} {}", values_declared(report.declared),
                     report.declared.empty() ? " plan values" : ":",
                     rounded(figure.energy, report.total.U_without_plan, unit.joules).uncertainty,
                     unit.name);
}

}  // namespace

std::vector<EvidenceRow> evidence_rows(const Report& report) {
  const Evidence& e = report.evidence;
  std::vector<EvidenceRow> out{{"nodes", nodes_line(report)}};
  if (e.listed) out.push_back({"unlisted", unlisted_line(e)});
  if (e.series == 0) return out;
  out.push_back({"clock", clock_line(e, report.clocks.size())});
  out.push_back({"coverage", coverage_line(e)});
  out.push_back({"series", faults_line(e)});
  out.push_back({"sampling", sampling_line(e)});
  if (!e.unstated_accuracy.empty())
    out.push_back({"accuracy", "NOT STATED, NOT IN U: " + name_list(e.unstated_accuracy, 1)});
  if (report.total.figure.status == Total::Status::kComplete)
    out.push_back({"bounds", declared_line(report)});
  return out;
}

}  // namespace joulemark
