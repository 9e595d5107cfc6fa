#include "query/evaluation.h"

#include <algorithm>
#include <set>

#include "query/advice.h"
#include "query/class_limits.h"
#include "query/counted_parts.h"
#include "query/duplicates.h"
#include "query/evidence.h"
#include "query/measurements.h"
#include "query/member_reports.h"
#include "query/node_classes.h"
#include "query/plan/arrangement.h"
#include "query/plan/counted_energy.h"
#include "query/plan/declared_effects.h"
#include "query/plan/meter_evidence.h"
#include "query/plan/share_of_scope.h"
#include "query/plan/shared_equipment.h"
#include "query/plan/site_cover.h"
#include "query/plan/site_other_covers.h"
#include "query/plan/site_residuals.h"
#include "query/residuals.h"
#include "query/total_report.h"
#include "query/unlisted.h"
#include "query/window_ratios.h"

namespace joulemark {
namespace {

// AC and DC are never added (S-2): the cover is of one supply, the further upstream; nodes of the
// other have no scope in it.
void refuse_other_supply(std::vector<NodeReport>& nodes) {
  const auto has = [&](Supply supply) {
    return std::any_of(nodes.begin(), nodes.end(), [&](const NodeReport& node) {
      return node.counted() && node.supply == supply;
    });
  };
  if (!has(Supply::kAc) || !has(Supply::kDc)) return;
  for (NodeReport& node : nodes) {
    if (!node.counted() || node.supply != Supply::kDc) continue;
    node.status = NodeReport::Status::kRefused;
    node.why =
        "is measured as DC and the other nodes as AC, which are never added without the "
        "efficiency of the power supplies";
  }
}

bool clocks_measured(const NodeMeasurement& node, const ClockBounds& clocks) {
  return std::all_of(node.choice.counted->members.begin(), node.choice.counted->members.end(),
                     [&](std::size_t i) { return clocks.measured(node.sensors[i]->exporter); });
}

std::vector<NodeReport> report_nodes(const Measurements& measured, const Window& window) {
  std::vector<NodeReport> out;
  for (const NodeMeasurement& node : measured.nodes) {
    out.push_back(report_node(node, window));
    NodeReport& report = out.back();
    if (report.status != NodeReport::Status::kOk) continue;
    if (!clocks_measured(node, measured.clocks)) report.codes.insert(Code::kClockUnmeasured);
  }
  return out;
}

void add_residuals(Report& report, const Measurements& measured) {
  for (std::size_t i = 0; i < measured.nodes.size(); ++i)
    for (Residual& residual : residuals(measured.nodes[i], report.nodes[i])) {
      if (residual.mismatch) report.nodes[i].codes.insert(Code::kCoverMismatch);
      report.total.residuals.push_back(std::move(residual));
    }
}

std::vector<ClockEvidence> clocks_of_cover(const Telemetry& telemetry, const Measurements& measured,
                                           const std::vector<NodeReport>& reports) {
  std::set<std::string> counted;
  for (std::size_t i = 0; i < measured.nodes.size(); ++i)
    if (reports[i].counted())
      for (const std::size_t member : measured.nodes[i].choice.counted->members)
        counted.insert(measured.nodes[i].sensors[member]->exporter);
  std::vector<ClockEvidence> out;
  for (const ClockEvidence& clock : telemetry.clocks)
    if (counted.contains(clock.host)) out.push_back(clock);
  return out;
}

void classify_units(Report& report, const Measurements& measured, Counted& counted) {
  for (std::size_t i = 0; i < measured.nodes.size(); ++i) {
    NodeReport& unit = report.nodes[i];
    if (unit.counted())
      classify_node(unit, measured.nodes[i], counted.units[i], counted.items);
    else if (unit.status == NodeReport::Status::kCovered)
      unit.reasons = unit.codes;  // none of them is of the total
  }
}

// From the meters' energies to those of one supply that make up the total.
Result<Counted> count_energies(Report& report, const Measurements& measured,
                               const Arrangement& arrangement, const PreparedPlan* prepared) {
  Counted out;
  const Plan* plan = prepared == nullptr ? nullptr : &prepared->plan;
  if (plan != nullptr) {
    choose_site_cover(report.nodes, measured, arrangement);
    add_site_other_covers(report);
  }
  out.units = counted_energies(measured, report.times, report.nodes);
  const double duration = report.times.duration();
  for (std::size_t i = 0; i < measured.nodes.size(); ++i)
    report.nodes[i].U_without_plan = sum(out.units[i].without_plan).headline_U;
  if (plan == nullptr) return out;
  if (auto done = use_meter_evidence(*prepared, measured, report.nodes, out.units, report.times);
      !done)
    return tl::unexpected<Error>(done.error());
  if (auto done = complete_by_plan(*plan, measured, report.nodes, out.units, duration); !done)
    return tl::unexpected<Error>(done.error());
  auto equipment = estimated_equipment(*plan, duration);
  if (!equipment) return tl::unexpected<Error>(equipment.error());
  report.shared = std::move(equipment->reports);
  out.equipment = std::move(equipment->energies);
  for (const SeriesEnergy& energy : out.equipment)
    out.items.push_back({energy.energy, Class::kReferenceOnly, true});
  return out;
}

std::vector<std::string> with_scopes(std::vector<std::string> names,
                                     const Arrangement& arrangement) {
  for (const FedScope& fed : arrangement.scopes) names.push_back(fed.name);
  return names;
}

void describe_request(Report& report, const EvaluationRequest& request) {
  report.window = request.window;
  report.evidence.list = request.nodes_from;
  report.evidence.listed = request.nodes.has_value() || request.plan.has_value();
  report.evidence.others_seen = !request.others.empty();
  if (request.plan) report.name = request.plan->plan.name;
}

Result<Report> evaluate_once(const Telemetry& telemetry, const EvaluationRequest& request) {
  const auto window = request.window.window();
  if (!window) return tl::unexpected<Error>(window.error());
  const Plan* plan = request.plan ? &request.plan->plan : nullptr;
  const auto arrangement = arrange(telemetry, plan);
  if (!arrangement) return tl::unexpected<Error>(arrangement.error());
  const auto names = names_of(arrangement->members, request);
  if (names.empty())
    return fail(ErrorCode::kNotPresent, "the server has no joulemark series in the window");

  const WindowClockBound clock{request.window.host_clock_bound(),
                               plan == nullptr ? 0.0 : plan->clock_bound.value_or(0.0)};
  const Measurements measured = measure_nodes(telemetry, arrangement->members,
                                              with_scopes(names, *arrangement), *window, clock);
  Report report;
  describe_request(report, request);
  report.times = *window;
  report.server = telemetry.server;
  report.nodes = report_nodes(measured, *window);
  auto counted =
      count_energies(report, measured, *arrangement, request.plan ? &*request.plan : nullptr);
  if (!counted) return tl::unexpected<Error>(counted.error());
  if (request.plan) declare_members(report, *request.plan);
  refuse_other_supply(report.nodes);
  mark_duplicates(report.nodes, measured.nodes, report.evidence);
  add_residuals(report, measured);
  add_site_residuals(report, measured);
  classify_units(report, measured, *counted);
  if (plan != nullptr) share_over_inclusive(report, *plan);
  report.evidence.unlisted_active =
      unlisted_active(request.others, {names.begin(), names.end()}, *window);
  report.clocks = clocks_of_cover(telemetry, measured, report.nodes);
  append_missing(report, measured.missing, *arrangement);
  cover_missing(report.nodes);
  report_total(report, measured, *counted, request.plan ? &*request.plan : nullptr);
  in_order_asked(report, names);
  if (request.plan)
    if (auto done = attribute_report(report, *request.plan, telemetry); !done)
      return tl::unexpected<Error>(done.error());
  add_window_ratios(report);
  gather_evidence(report, measured, clock.measured);
  if (report.total.figure.status == Total::Status::kComplete)
    report.total.limited_by = limited_by(report);
  report.counted = counted_parts(report);
  report.not_counted = not_counted(report.nodes);
  report.advice = advise(report);
  return report;
}

}  // namespace

Result<Report> evaluate(const Telemetry& telemetry, const EvaluationRequest& request) {
  auto report = evaluate_once(telemetry, request);
  if (report && request.plan)
    if (auto done = add_effects(
            *report, request,
            [&](const EvaluationRequest& without) { return evaluate_once(telemetry, without); });
        !done)
      return tl::unexpected<Error>(done.error());
  return report;
}

}  // namespace joulemark
