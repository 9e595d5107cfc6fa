#include "query/total_report.h"

#include <numeric>

#include "query/eligibility.h"
#include "query/figures.h"
#include "query/node_classes.h"
#include "query/plan/shared_equipment.h"

namespace joulemark {
namespace {

std::string why_incomplete(const std::vector<NodeReport>& nodes) {
  std::vector<std::string> absent;
  std::vector<std::string> refused;
  for (const NodeReport& node : nodes) {
    if (!node.lost()) continue;
    if (node.status == NodeReport::Status::kMissing) absent.push_back(node.node);
    if (node.status == NodeReport::Status::kRefused)
      refused.push_back(
          node.node +
          (node.reasons.empty() ? "" : " (" + std::string(to_string(*node.reasons.begin())) + ")"));
  }
  std::string out;
  if (!absent.empty()) out = "no data of " + name_list(absent, 5);
  if (!refused.empty())
    out += (out.empty() ? "" : "; ") + ("no energy of " + name_list(refused, 5));
  return out;
}

// Everything that is added, and the members without energy (N-3).
struct Summands {
  std::vector<SeriesEnergy> parts, without_plan;
  std::vector<MissingMember> missing;
  std::size_t members = 0;
};

void append_all(std::vector<SeriesEnergy>& to, const std::vector<SeriesEnergy>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

Summands summands(const Report& report, const Counted& counted, const Plan* plan) {
  Summands out;
  for (std::size_t i = 0; i < report.nodes.size(); ++i) {
    const NodeReport& node = report.nodes[i];
    if (node.lost()) out.missing.push_back(missing_member(plan, node));
    if (!node.is_scope() && !node.lost()) ++out.members;
    if (!node.counted()) continue;
    append_all(out.parts, counted.units[i].parts);
    append_all(out.parts, counted.units[i].estimates);
    append_all(out.without_plan, counted.units[i].without_plan);
    append_all(out.without_plan, counted.units[i].estimates);
  }
  append_all(out.parts, counted.equipment);
  append_all(out.without_plan, counted.equipment);
  return out;
}

Supply supply_of(const std::vector<NodeReport>& nodes) {
  std::optional<Supply> out;
  for (const NodeReport& node : nodes) {
    if (!node.counted()) continue;
    if (out && *out != node.supply) return Supply::kUnknown;
    out = node.supply;
  }
  return out.value_or(Supply::kUnknown);
}

}  // namespace

void report_total(Report& report, const Measurements& measured, const Counted& counted,
                  const PreparedPlan* plan) {
  TotalReport& total = report.total;
  const Summands all = summands(report, counted, plan == nullptr ? nullptr : &plan->plan);
  const double duration = report.times.duration();
  total.figure = with_missing(all.parts, all.members, all.missing, duration);
  total.U_without_plan =
      with_missing(all.without_plan, all.members, all.missing, duration).headline_U;
  total.supply = supply_of(report.nodes);
  total.codes.merge(Codes(measured.clocks.codes()));
  total.codes.insert(Code::kSingleRun);  // `joulemark runs` takes the reports of several
  if (plan == nullptr || !plan->allocation) total.codes.insert(Code::kAllocationTyped);
  if (!counted.equipment.empty()) total.codes.insert(Code::kEstimatedPart);
  if (!report.evidence.unlisted_active.empty()) total.codes.insert(Code::kUnlistedActive);
  if (total.figure.status == Total::Status::kComplete) {
    if (!all.missing.empty()) total.codes.insert(Code::kEstimatedMembers);
    auto items = counted.items;
    const double measured_energy =
        std::accumulate(all.parts.begin(), all.parts.end(), 0.0,
                        [](double sum, const SeriesEnergy& part) { return sum + part.energy; });
    if (total.figure.energy > measured_energy)
      items.push_back({total.figure.energy - measured_energy, Class::kReferenceOnly, true});
    total.cls = classify(items, total.figure, total.codes);
    const Eligibility where = eligibility(total.cls, total.supply, total.codes);
    total.may_go_to = where.may_go_to;
    total.not_to = where.not_to;
  } else {
    total.codes.insert(Code::kIncompleteNodes);
    total.why = why_incomplete(report.nodes);
  }
  total.reasons = total.codes;
  for (const NodeReport& node : report.nodes)
    if (node.counted() || node.lost())
      total.reasons.insert(node.reasons.begin(), node.reasons.end());
}

}  // namespace joulemark
