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
      return node.status == NodeReport::Status::kOk && node.supply == supply;
    });
  };
  if (!has(Supply::kAc) || !has(Supply::kDc)) return;
  for (NodeReport& node : nodes) {
    if (node.status != NodeReport::Status::kOk || node.supply != Supply::kDc) continue;
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
  for (const NodeMeasurement& node : nodes) {
    if (node.refused) continue;
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
    report.U_without_plan = sum(without_plan_values(node, window, measured.clocks)).headline_U;
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
  if (request.nodes) return *request.nodes;
  std::vector<std::string> out;
  out.reserve(members.size());
  for (const auto& [name, sensors] : members) out.push_back(name);
  return out;
}

void append_missing(Report& report, const std::vector<std::string>& missing) {
  for (const std::string& name : missing) {
    NodeReport node;
    node.node = name;
    node.why =
        "the server has no series of it in the window; check its exporter and its scrape job";
    report.nodes.push_back(std::move(node));
  }
}

void in_order_asked(Report& report, const std::vector<std::string>& names) {
  std::map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < names.size(); ++i) place[names[i]] = i;
  std::stable_sort(
      report.nodes.begin(), report.nodes.end(),
      [&](const NodeReport& a, const NodeReport& b) { return place[a.node] < place[b.node]; });
}

std::vector<ClockEvidence> clocks_of_cover(const Telemetry& telemetry,
                                           const Measurements& measured) {
  const auto counted = exporters_of_cover(measured.nodes);
  std::vector<ClockEvidence> out;
  for (const ClockEvidence& clock : telemetry.clocks)
    if (counted.contains(clock.host)) out.push_back(clock);
  return out;
}

}  // namespace

Result<Report> evaluate(const Telemetry& telemetry, const EvaluationRequest& request) {
  const auto window = request.window.window();
  if (!window) return tl::unexpected<Error>(window.error());
  const auto members = members_of(telemetry);
  if (!members) return tl::unexpected<Error>(members.error());
  const auto names = names_of(*members, request);
  if (names.empty())
    return fail(ErrorCode::kNotPresent, "the server has no joulemark series in the window");

  const auto window_host = request.window.host_clock_bound();
  const Measurements measured = measure_nodes(telemetry, *members, names, *window, window_host);
  Report report;
  report.window = request.window;
  report.times = *window;
  report.server = telemetry.server;
  report.evidence.list = request.nodes_from;
  report.evidence.listed = request.nodes.has_value();
  report.nodes = report_nodes(measured, *window);
  refuse_other_supply(report.nodes);
  mark_duplicates(report.nodes, measured.nodes, report.evidence);
  add_residuals(report, measured);
  std::vector<TotalItem> items;
  for (std::size_t i = 0; i < report.nodes.size(); ++i)
    if (report.nodes[i].status == NodeReport::Status::kOk)
      classify_node(report.nodes[i], measured.nodes[i], items);
  report.evidence.others_seen = !request.others.empty();
  report.evidence.unlisted_active =
      unlisted_active(request.others, {names.begin(), names.end()}, *window);
  report.clocks = clocks_of_cover(telemetry, measured);
  append_missing(report, measured.missing);
  report_total(report, measured, items);
  in_order_asked(report, names);
  gather_evidence(report, measured, window_host);
  if (report.total.figure.status == Total::Status::kComplete)
    report.total.limited_by = limited_by(report);
  report.counted = counted_parts(report.nodes);
  report.not_counted = not_counted(report.nodes);
  report.advice = advise(report);
  return report;
}

}  // namespace joulemark
