#include "query/bundle/what_if.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "query/figures.h"
#include "query/node_list.h"

namespace joulemark {
namespace {

constexpr std::string_view kWhatIfWords =
    "delta=SECONDS, cover=BASIS, nodes=LIST, without-bounds and without-plan are known";

tl::unexpected<Error> bad_rule(const std::string& word, const std::string& what) {
  return fail(ErrorCode::kInvalid, "--what-if " + word.substr(0, 80) + ": " + what);
}

std::optional<double> seconds_of(std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return std::isfinite(value) && value >= 0.0 ? std::optional(value) : std::nullopt;
}

Result<void> add_rule(const std::string& word, WhatIf& out) {
  const std::size_t equal = std::min(word.find('='), word.size());
  const std::string key = word.substr(0, equal);
  const std::string value = equal < word.size() ? word.substr(equal + 1) : "";
  if (word == "without-bounds") {
    out.without_bounds = true;
  } else if (word == "without-plan") {
    out.without_plan = true;
  } else if (key == "delta") {
    out.delta = seconds_of(value);
    if (!out.delta) return bad_rule(word, "expected seconds, such as delta=0.5");
  } else if (key == "cover") {
    out.cover = parse_basis(value);
    if (!out.cover) return bad_rule(word, "expected a basis, such as cover=ac_input");
  } else if (key == "nodes") {
    auto nodes = expand_node_list(value);
    if (!nodes) return bad_rule(word, nodes.error().message);
    out.nodes = std::move(*nodes);
  } else {
    return bad_rule(word, std::string(kWhatIfWords));
  }
  return {};
}

// delta is the sum of the window's host and the worst exporter: the host carries what is missing,
// or, where its clock was not measured and so must stay, the exporters.
void widen_clocks(double delta, const Report& report, Telemetry& telemetry,
                  EvaluationRequest& request) {
  const double missing = delta - report.evidence.clock_bound;
  if (missing <= 0.0) return;
  if (auto& bound = request.window.clock.bound) {
    *bound += missing;
    return;
  }
  for (ClockEvidence& clock : telemetry.clocks)
    clock.error_bound = std::max(clock.error_bound.value_or(0.0), delta);
}

bool somebody_stated(const std::optional<Bound>& bound) {
  return bound &&
         (bound->source == BoundsSource::kMeasuredIdle ||
          bound->source == BoundsSource::kNameplate || bound->source == BoundsSource::kDeclared);
}

void drop_bounds(Telemetry& telemetry) {
  for (SensorTelemetry& sensor : telemetry.sensors)
    for (Metrology* metrology : {&sensor.sensor.metrology, &sensor.series.metrology}) {
      if (somebody_stated(metrology->power_min)) metrology->power_min.reset();
      if (somebody_stated(metrology->power_max)) metrology->power_max.reset();
    }
}

using SensorName = std::pair<std::string, std::string>;  // source, id

const OtherCover* cover_of(const NodeReport& node, Basis basis) {
  for (const OtherCover& cover : node.other_covers)
    if (cover.basis == basis) return &cover;
  return nullptr;
}

// Leaves each node only the sensors of that cover, so that the rule can choose no other.
Result<void> keep_cover(Basis basis, const Report& report, Telemetry& telemetry) {
  std::map<std::string, std::set<SensorName>> kept;
  std::vector<std::string> without;
  for (const NodeReport& node : report.nodes) {
    if (node.status != NodeReport::Status::kOk || node.basis == basis) continue;
    const OtherCover* cover = cover_of(node, basis);
    if (cover == nullptr) {
      without.push_back(node.node);
      continue;
    }
    for (const std::size_t i : cover->members)
      kept[node.node].insert({node.series[i].source, node.series[i].sensor});
  }
  if (!without.empty())
    return fail(ErrorCode::kInvalid, "--what-if cover=" + std::string(to_string(basis)) + ": " +
                                         name_list(without, 3) + " of the bundle " +
                                         (without.size() == 1 ? "has" : "have") +
                                         " no complete cover of that basis");
  std::erase_if(telemetry.sensors, [&](const SensorTelemetry& sensor) {
    const auto node = kept.find(sensor.sensor.node);
    return node != kept.end() && !node->second.contains({sensor.sensor.source, sensor.sensor.id});
  });
  return {};
}

// Of the plan only what is about these nodes.
void keep_in_plan(const std::vector<std::string>& nodes, PreparedPlan& plan) {
  const auto other = [&](const std::string& name) {
    return std::find(nodes.begin(), nodes.end(), name) == nodes.end();
  };
  for (PlanMembers& group : plan.plan.members) std::erase_if(group.nodes, other);
  if (plan.work)
    std::erase_if(plan.work->entries, [&](const WorkEntry& entry) { return other(entry.node); });
}

Result<void> keep_nodes(const std::vector<std::string>& nodes, const Report& report,
                        Telemetry& telemetry, EvaluationRequest& request) {
  for (const std::string& name : nodes)
    if (std::none_of(report.nodes.begin(), report.nodes.end(),
                     [&](const NodeReport& node) { return node.node == name; }))
      return fail(ErrorCode::kInvalid, "--what-if nodes: the report has no node " + name);
  request.nodes = nodes;
  request.nodes_from = "what-if";
  if (!request.plan) return {};
  keep_in_plan(nodes, *request.plan);
  std::erase_if(telemetry.work, [&](const WorkCounter& counter) {
    return std::find(nodes.begin(), nodes.end(), counter.node) == nodes.end();
  });
  return {};
}

}  // namespace

Result<WhatIf> parse_what_if(const std::vector<std::string>& words) {
  WhatIf out;
  out.words = words;
  for (const std::string& word : words)
    if (auto added = add_rule(word, out); !added) return tl::unexpected<Error>(added.error());
  return out;
}

Result<Report> evaluate_what_if(const WhatIf& rules, Telemetry telemetry, EvaluationRequest request,
                                const Report& report) {
  if (rules.without_plan) {
    if (request.plan) request.nodes = request.plan->plan.nodes();
    request.plan.reset();
  }
  if (rules.without_bounds) {
    drop_bounds(telemetry);
    if (request.plan) request.plan->plan.bounds.clear();
  }
  if (rules.cover)
    if (auto done = keep_cover(*rules.cover, report, telemetry); !done)
      return tl::unexpected<Error>(done.error());
  if (rules.nodes)
    if (auto done = keep_nodes(*rules.nodes, report, telemetry, request); !done)
      return tl::unexpected<Error>(done.error());
  if (rules.delta) widen_clocks(*rules.delta, report, telemetry, request);
  return evaluate(telemetry, request);
}

}  // namespace joulemark
