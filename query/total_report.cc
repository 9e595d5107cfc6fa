#include "query/total_report.h"

#include "query/eligibility.h"
#include "query/figures.h"
#include "query/node_classes.h"

namespace joulemark {
namespace {

std::string why_incomplete(const std::vector<NodeReport>& nodes) {
  std::vector<std::string> absent;
  std::vector<std::string> refused;
  for (const NodeReport& node : nodes) {
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

struct Counted {
  std::vector<SeriesEnergy> series, without_plan;
  std::vector<MissingMember> missing;
  std::size_t members = 0;
};

Counted collect(const Report& report, const Measurements& measured, const Window& window) {
  Counted out;
  for (std::size_t i = 0; i < report.nodes.size(); ++i) {
    const NodeReport& node = report.nodes[i];
    if (node.status != NodeReport::Status::kOk) {
      out.missing.push_back({node.node, 0.0, std::nullopt, node.model});
      continue;
    }
    ++out.members;
    for (const std::size_t member : measured.nodes[i].choice.counted->members)
      out.series.push_back(measured.nodes[i].series[member].energy);
    for (SeriesEnergy& part : without_plan_values(measured.nodes[i], window, measured.clocks))
      out.without_plan.push_back(std::move(part));
  }
  return out;
}

Supply supply_of(const std::vector<NodeReport>& nodes) {
  std::optional<Supply> out;
  for (const NodeReport& node : nodes) {
    if (node.status != NodeReport::Status::kOk) continue;
    if (out && *out != node.supply) return Supply::kUnknown;
    out = node.supply;
  }
  return out.value_or(Supply::kUnknown);
}

}  // namespace

void report_total(Report& report, const Measurements& measured,
                  const std::vector<TotalItem>& items) {
  TotalReport& total = report.total;
  const Counted counted = collect(report, measured, report.times);
  const double duration = report.times.duration();
  total.figure = with_missing(counted.series, counted.members, counted.missing, duration);
  total.U_without_plan =
      with_missing(counted.without_plan, counted.members, counted.missing, duration).headline_U;
  total.supply = supply_of(report.nodes);
  total.codes.merge(Codes(measured.clocks.codes()));
  total.codes.insert(Code::kAllocationTyped);
  if (!report.evidence.unlisted_active.empty()) total.codes.insert(Code::kUnlistedActive);
  if (!counted.missing.empty()) total.codes.insert(Code::kIncompleteNodes);
  if (total.figure.status == Total::Status::kComplete) {
    total.cls = classify(items, total.figure, total.codes);
    const Eligibility where = eligibility(total.cls, total.supply, total.codes);
    total.may_go_to = where.may_go_to;
    total.not_to = where.not_to;
  } else {
    total.why = why_incomplete(report.nodes);
  }
  total.reasons = total.codes;
  for (const NodeReport& node : report.nodes)
    total.reasons.insert(node.reasons.begin(), node.reasons.end());
}

}  // namespace joulemark
