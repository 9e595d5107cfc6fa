#include "query/evaluation.h"

#include <algorithm>
#include <map>
#include <set>

#include "measurement/classify.h"
#include "measurement/duplicate.h"
#include "query/advice.h"
#include "query/clock_bounds.h"
#include "query/counted_parts.h"
#include "query/eligibility.h"
#include "query/figures.h"
#include "query/node_evaluation.h"
#include "query/residuals.h"
#include "query/unlisted.h"

namespace joulemark {
namespace {

using Members = std::map<std::string, std::vector<const SensorTelemetry*>>;

Result<Members> members_of(const Telemetry& telemetry) {
  Members out;
  std::map<std::string, std::string> cluster;
  for (const SensorTelemetry& sensor : telemetry.sensors) {
    const std::string& node = sensor.sensor.node;
    const auto [at, first] = cluster.emplace(node, sensor.cluster);
    if (!first && at->second != sensor.cluster)
      return fail(ErrorCode::kInvalid,
                  "LABEL_CONFLICT: node " + node + " exists in the clusters '" + at->second +
                      "' and '" + sensor.cluster + "': choose one with --match 'cluster=\"...\"'");
    out[node].push_back(&sensor);
  }
  return out;
}

struct Measurements {
  std::vector<NodeMeasurement> nodes;  // with at least one series
  std::vector<std::string> missing;
  ClockBounds clocks;
};

std::set<std::string> exporters_of(const Members& members, const std::vector<std::string>& names) {
  std::set<std::string> out;
  for (const std::string& name : names)
    if (const auto found = members.find(name); found != members.end())
      for (const SensorTelemetry* sensor : found->second) out.insert(sensor->exporter);
  return out;
}

std::set<std::string> exporters_of_cover(const std::vector<NodeMeasurement>& nodes) {
  std::set<std::string> out;
  for (const NodeMeasurement& node : nodes)
    if (!node.refused)
      for (const std::size_t i : node.choice.counted->members)
        out.insert(node.sensors[i]->exporter);
  return out;
}

Measurements measure_with(const ClockBounds& clocks, const Members& members,
                          const std::vector<std::string>& names, const Window& window) {
  Measurements out{{}, {}, clocks};
  for (const std::string& name : names) {
    const auto found = members.find(name);
    if (found == members.end())
      out.missing.push_back(name);
    else
      out.nodes.push_back(measure_node(name, found->second, window, clocks));
  }
  return out;
}

// METHOD S-5: delta is that of the cover, and the cover is known only after a first pass.
Measurements measure(const Telemetry& telemetry, const Members& members,
                     const std::vector<std::string>& names, const Window& window,
                     std::optional<double> window_host) {
  const ClockBounds all(telemetry.clocks, exporters_of(members, names), window_host);
  Measurements first = measure_with(all, members, names, window);
  const auto counted = exporters_of_cover(first.nodes);
  if (counted.empty()) return first;
  const ClockBounds cover(telemetry.clocks, counted, window_host);
  if (cover.delta() == all.delta()) {
    first.clocks = cover;
    return first;
  }
  return measure_with(cover, members, names, window);
}

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

// L-1: measured energy with the class of its series, estimated energy apart.
void add_items(const SeriesReport& series, std::vector<TotalItem>& items) {
  const double estimated = series.energy.filled + series.energy.missed;
  items.push_back({series.energy.energy - estimated, series.cls, false});
  if (estimated > 0.0) items.push_back({estimated, Class::kReferenceOnly, true});
}

// F-5: the sampling part of the budget bounds the two best classes.
Class classify(const std::vector<TotalItem>& items, const Total& figure, Codes& codes) {
  const Class cls = class_of_total(items, figure.energy, figure.headline_U, cap_of_codes(codes));
  const Class budget = class_of_sampling_budget(figure.budget, figure.energy);
  if (budget <= cls) return cls;
  codes.insert(Code::kBudgetExceeded);
  return budget;
}

// Class and reasons of one node; its items enter the total's.
void classify_node(NodeReport& node, const NodeMeasurement& measured, std::vector<TotalItem>& all) {
  std::vector<TotalItem> items;
  const Class cap = cap_of_codes(node.codes);
  for (std::size_t i = 0; i < node.series.size(); ++i) {
    SeriesReport& series = node.series[i];
    if (series.energy.refused) continue;
    series.cls = std::max(class_of_accuracy(measured.sensors[i]->series.metrology),
                          cap_of_series(series.energy, series.codes));
    if (series.role != MemberRole::kCounted) continue;
    series.cls = std::max(series.cls, cap);
    node.reasons.insert(series.codes.begin(), series.codes.end());
    add_items(series, items);
  }
  node.cls = classify(items, node.figure, node.codes);
  node.reasons.insert(node.codes.begin(), node.codes.end());
  all.insert(all.end(), items.begin(), items.end());
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

std::string why_incomplete(const std::vector<NodeReport>& nodes) {
  std::vector<std::string> absent;
  std::vector<std::string> refused;
  for (const NodeReport& node : nodes) {
    if (node.status == NodeReport::Status::kMissing) absent.push_back(node.node);
    if (node.status == NodeReport::Status::kRefused) refused.push_back(node.node);
  }
  std::string out;
  if (!absent.empty()) out = "no data of " + name_list(absent, 5);
  if (!refused.empty()) out += (out.empty() ? "" : "; ") + ("refused: " + name_list(refused, 5));
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

void report_total(Report& report, const Measurements& measured, std::vector<TotalItem> items) {
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

void gather_series(const SeriesReport& series, Evidence& out, double& energy, double& gaps) {
  const SeriesEnergy& e = series.energy;
  energy += e.energy;
  gaps += e.energy * e.gap_fraction;
  out.longest_interval = std::max(out.longest_interval, e.longest_interval);
  if (series.codes.contains(Code::kCounterReset)) ++out.resets;
  if (series.codes.contains(Code::kFrozen)) ++out.frozen;
  out.fewest_samples = out.series == 0 ? e.samples : std::min(out.fewest_samples, e.samples);
  out.shortest_scrape = out.series == 0 ? series.scrape_interval
                                        : std::min(out.shortest_scrape, series.scrape_interval);
  out.longest_scrape = std::max(out.longest_scrape, series.scrape_interval);
  ++out.series;
}

void gather_evidence(Report& report, const Measurements& measured,
                     std::optional<double> window_host) {
  Evidence& out = report.evidence;
  out.asked = report.nodes.size();
  double energy = 0.0;
  double gaps = 0.0;
  for (const NodeReport& node : report.nodes) {
    if (node.status == NodeReport::Status::kMissing) out.missing.push_back(node.node);
    if (node.status != NodeReport::Status::kOk) continue;
    ++out.measured;
    for (const SeriesReport& series : node.series)
      if (series.role == MemberRole::kCounted) gather_series(series, out, energy, gaps);
  }
  out.coverage = energy > 0.0 ? 1.0 - gaps / energy : 0.0;
  out.window_clock = window_host;
  out.worst_clock = measured.clocks.worst_exporter();
  out.clocks_unmeasured = measured.clocks.unmeasured();
  out.clock_bound = measured.clocks.delta();
}

std::vector<std::string> names_of(const Members& members, const EvaluationRequest& request) {
  if (request.nodes) return *request.nodes;
  std::vector<std::string> out;
  for (const auto& [name, sensors] : members) out.push_back(name);
  return out;
}

void append_missing(Report& report, const std::vector<std::string>& missing) {
  for (const std::string& name : missing) {
    NodeReport node;
    node.node = name;
    node.why = "the server has no series of it in the window";
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
  const Measurements measured = measure(telemetry, *members, names, *window, window_host);
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
  if (request.nodes) {
    const std::set<std::string> listed(names.begin(), names.end());
    report.evidence.others_seen = members->size() > measured.nodes.size();
    report.evidence.unlisted_active = unlisted_active(telemetry, listed, *window);
  }
  report.clocks = clocks_of_cover(telemetry, measured);
  append_missing(report, measured.missing);
  report_total(report, measured, std::move(items));
  in_order_asked(report, names);
  gather_evidence(report, measured, window_host);
  report.counted = counted_parts(report.nodes);
  report.not_counted = not_counted(report.nodes);
  report.advice = advise(report);
  return report;
}

}  // namespace joulemark
