#include "query/evaluation.h"

#include <algorithm>
#include <map>
#include <set>

#include "measurement/duplicate.h"
#include "query/advice.h"
#include "query/class_limits.h"
#include "query/counted_parts.h"
#include "query/evidence.h"
#include "query/measurements.h"
#include "query/node_classes.h"
#include "query/plan/arrangement.h"
#include "query/plan/counted_energy.h"
#include "query/plan/declared.h"
#include "query/plan/meter_evidence.h"
#include "query/plan/shared_equipment.h"
#include "query/plan/site_cover.h"
#include "query/plan/site_residuals.h"
#include "query/residuals.h"
#include "query/total_report.h"
#include "query/unlisted.h"

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

void mark_duplicates(std::vector<NodeReport>& reports, const std::vector<NodeMeasurement>& nodes,
                     Evidence& evidence) {
  std::vector<const Series*> series;
  std::vector<std::string> owner;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const NodeMeasurement& node = nodes[n];
    if (!reports[n].counted()) continue;
    for (const std::size_t i : node.choice.counted->members) {
      series.push_back(&node.sensors[i]->series);
      owner.push_back(node.node);
    }
  }
  std::set<std::string> involved;
  for (const auto& [a, b] : duplicate_series(series)) {
    if (owner[a] == owner[b]) continue;
    ++evidence.duplicates;
    involved.insert({owner[a], owner[b]});
  }
  for (NodeReport& node : reports)
    if (involved.contains(node.node)) node.codes.insert(Code::kDuplicateSeries);
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

std::vector<std::string> names_of(const Members& members, const EvaluationRequest& request) {
  if (request.plan) return request.plan->plan.nodes();
  if (request.nodes) return *request.nodes;
  std::vector<std::string> out;
  out.reserve(members.size());
  for (const auto& [name, sensors] : members) out.push_back(name);
  return out;
}

void append_missing(Report& report, const std::vector<std::string>& missing,
                    const Arrangement& arrangement) {
  for (const std::string& name : missing) {
    NodeReport node;
    node.node = name;
    if (const FedScope* fed = fed_scope_of(arrangement, name)) {
      node.feeds = fed->feeds;
      node.equipment = fed->equipment;
    }
    node.why =
        "the server has no series of it in the window; check its exporter and its scrape job";
    report.nodes.push_back(std::move(node));
  }
}

void in_order_asked(Report& report, const std::vector<std::string>& names) {
  std::map<std::string, std::size_t> place;  // scopes first: 0
  for (std::size_t i = 0; i < names.size(); ++i) place[names[i]] = i + 1;
  std::stable_sort(
      report.nodes.begin(), report.nodes.end(),
      [&](const NodeReport& a, const NodeReport& b) { return place[a.node] < place[b.node]; });
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

// METHOD N-0, as the plan and its record of the allocation say it.
void declare_members(Report& report, const PreparedPlan& prepared) {
  std::map<std::string, const PlanMembers*> groups;
  for (const PlanMembers& group : prepared.plan.members)
    for (const std::string& name : group.nodes) groups[name] = &group;
  std::set<std::string> shared;
  if (prepared.allocation)
    shared.insert(prepared.allocation->shared.begin(), prepared.allocation->shared.end());
  for (NodeReport& node : report.nodes) {
    if (const auto found = groups.find(node.node); found != groups.end()) {
      node.role = found->second->role;
      node.cooling = found->second->cooling;
    }
    if (shared.contains(node.node)) node.codes.insert(Code::kSharedNode);
    for (const std::string& fed : node.feeds)
      if (node.counted() && shared.contains(fed)) node.codes.insert(Code::kSharedNode);
  }
}

// Members that a scope feeds need no meter of their own.
void cover_missing(std::vector<NodeReport>& reports) {
  std::map<std::string, std::string> fed_by;
  for (const NodeReport& unit : reports)
    if (unit.counted())
      for (const std::string& name : unit.feeds) fed_by.emplace(name, unit.node);
  for (NodeReport& node : reports) {
    const auto found = fed_by.find(node.node);
    if (!node.lost() || found == fed_by.end()) continue;
    node.status = NodeReport::Status::kCovered;
    node.member_of = found->second;
  }
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
  if (plan != nullptr) choose_site_cover(report.nodes, measured, arrangement);
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

std::optional<double> window_clock_of(const EvaluationRequest& request) {
  const auto host = request.window.host_clock_bound();
  if (!request.plan || !request.plan->plan.clock_bound || !host) return host;
  return std::max(*host, *request.plan->plan.clock_bound);  // S-5: it may only raise delta
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

  const auto window_host = window_clock_of(request);
  const Measurements measured = measure_nodes(
      telemetry, arrangement->members, with_scopes(names, *arrangement), *window, window_host);
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
  gather_evidence(report, measured, window_host);
  if (report.total.figure.status == Total::Status::kComplete)
    report.total.limited_by = limited_by(report);
  report.counted = counted_parts(report);
  report.not_counted = not_counted(report.nodes);
  report.advice = advise(report);
  return report;
}

// What E and U would be without one declared thing (REPORT): all is computed again without it.
Result<void> add_effects(Report& report, const Telemetry& telemetry,
                         const EvaluationRequest& request) {
  EvaluationRequest without = request;
  const Total& with = report.total.figure;
  const bool known = with.status == Total::Status::kComplete;
  for (DeclaredEntry& entry : declared_entries(request.plan->plan)) {
    without.plan->plan = std::move(entry.without);
    const auto other = known ? evaluate_once(telemetry, without) : Result<Report>(Report{});
    if (!other) return tl::unexpected<Error>(other.error());
    if (other->total.figure.status == Total::Status::kComplete) {
      entry.said.effect_on_energy = with.energy - other->total.figure.energy;
      entry.said.effect_on_uncertainty = with.headline_U - other->total.figure.headline_U;
    }
    report.declared.push_back(std::move(entry.said));
  }
  return {};
}

}  // namespace

Result<Report> evaluate(const Telemetry& telemetry, const EvaluationRequest& request) {
  auto report = evaluate_once(telemetry, request);
  if (report && request.plan)
    if (auto done = add_effects(*report, telemetry, request); !done)
      return tl::unexpected<Error>(done.error());
  return report;
}

}  // namespace joulemark
