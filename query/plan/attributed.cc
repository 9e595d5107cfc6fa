#include "query/plan/attributed.h"

#include <fmt/format.h>

#include <algorithm>

#include "query/counted_parts.h"
#include "query/plan/work_done.h"
#include "query/report.h"

namespace joulemark {
namespace {

std::string singular(const std::string& kind) {
  if (kind == "output_tokens") return "output token";
  if (kind == "input_tokens") return "input token";
  return kind == "batches" ? "batch" : "active second";
}

std::vector<std::string> nodes_in_unit(const NodeReport& unit) {
  return unit.is_scope() ? unit.feeds : std::vector<std::string>{unit.node};
}

std::vector<SensorIdentity> counted_identities(const NodeReport& unit) {
  std::vector<SensorIdentity> out;
  for (const SeriesReport& series : unit.series)
    if (series.role == MemberRole::kCounted)
      out.push_back({series.source, series.sensor, series.scope});
  return out;
}

// METHOD W-1: P_idle of the same series, brought to the supply of the figure as they were.
Result<void> add_idle(const NodeReport& unit, const IdleFile& idle, AttributedMember& out) {
  const auto baseline = baseline_of(idle, unit.node, counted_identities(unit));
  if (!baseline) return tl::unexpected<Error>(baseline.error());
  const double factor = counted_per_metered(unit);
  out.idle_watts = factor * baseline->watts;
  out.u_idle_watts = factor * baseline->u;
  return {};
}

std::set<std::string> jobs_of(const WorkDone& work) {
  std::set<std::string> out;
  for (const auto& [node, jobs] : work.by_node)
    for (const auto& [job, done] : jobs) out.insert(job);
  return out;
}

// A node without an entry belongs to the only job there is; of several, to nobody known.
std::map<std::string, WorkOnNode> jobs_on(const std::string& node, const WorkDone& work,
                                          const std::set<std::string>& jobs) {
  if (const auto found = work.by_node.find(node); found != work.by_node.end()) return found->second;
  if (jobs.size() == 1) return {{*jobs.begin(), WorkOnNode{1.0, 0.0}}};
  return {};
}

// A scope that feeds several members is split as one: allocations are means over its members.
std::vector<WorkOfJob> work_in_unit(const NodeReport& unit, const WorkDone& work) {
  const auto jobs = jobs_of(work);
  const auto nodes = nodes_in_unit(unit);
  std::map<std::string, WorkOfJob> sums;
  for (const std::string& node : nodes)
    for (const auto& [job, done] : jobs_on(node, work, jobs)) {
      WorkOfJob& sum = sums[job];
      sum.job = job;
      sum.allocated += done.allocated / static_cast<double>(nodes.size());
      sum.weight += done.amount;
    }
  std::vector<WorkOfJob> out;
  for (auto& [job, sum] : sums) {
    sum.allocated = std::min(sum.allocated, 1.0);
    out.push_back(std::move(sum));
  }
  return out;
}

std::string role_of_unit(const NodeReport& unit, const std::map<std::string, std::string>& roles) {
  std::set<std::string> out;
  for (const std::string& node : nodes_in_unit(unit))
    if (const auto found = roles.find(node); found != roles.end()) out.insert(found->second);
  std::string text;
  for (const std::string& role : out) text += (text.empty() ? "" : "+") + role;
  return unit.equipment ? "shared" : text;
}

std::map<std::string, std::string> roles_of_members(const Report& report) {
  std::map<std::string, std::string> out;
  for (const NodeReport& node : report.nodes)
    if (!node.is_scope()) out.emplace(node.node, node.role);
  return out;
}

// Shared and estimated equipment serves all jobs as they were allocated; none of it is dynamic.
AttributedMember shared_member(const std::string& name, double energy, double duration,
                               const std::vector<AttributedMember>& members) {
  AttributedMember out;
  out.node = name;
  out.role = "shared";
  out.energy = energy;
  out.idle_watts = energy / duration;
  std::map<std::string, double> allocated;
  for (const AttributedMember& member : members)
    for (const WorkOfJob& job : member.jobs)
      allocated[job.job] += job.allocated / static_cast<double>(members.size());
  for (const auto& [job, share] : allocated) out.jobs.push_back({job, std::min(share, 1.0), 0.0});
  return out;
}

Result<std::vector<AttributedMember>> attributed_members(const Report& report,
                                                         const PreparedPlan& plan,
                                                         const WorkDone& work) {
  std::vector<AttributedMember> out;
  std::vector<const NodeReport*> equipment;
  const auto roles = roles_of_members(report);
  for (const NodeReport& unit : report.nodes) {
    if (!unit.counted()) continue;
    if (unit.equipment) {
      equipment.push_back(&unit);
      continue;
    }
    AttributedMember member;
    member.node = unit.node;
    member.role = role_of_unit(unit, roles);
    member.energy = unit.figure.energy;
    member.shared = unit.codes.contains(Code::kSharedNode);
    member.jobs = work_in_unit(unit, work);
    if (auto done = add_idle(unit, *plan.idle, member); !done)
      return tl::unexpected<Error>(done.error());
    out.push_back(std::move(member));
  }
  const auto members = out;
  const double duration = report.times.duration();
  for (const NodeReport* unit : equipment)
    out.push_back(shared_member(unit->node, unit->figure.energy, duration, members));
  for (const SharedReport& shared : report.shared)
    out.push_back(shared_member(shared.name, shared.energy, duration, members));
  return out;
}

AttributionReport split(const Report& report, const PreparedPlan& plan, const WorkDone& work) {
  AttributionReport out{work.kind, {}, {}, work.notes};
  if (!plan.idle) {
    out.why =
        "needs the idle power of the members: measure it with joulemark idle and name the "
        "file in the plan (idle: {baseline: idle.json})";
    return out;
  }
  const auto members = attributed_members(report, plan, work);
  if (!members) {
    out.why = members.error().message;
    return out;
  }
  const Total& total = report.total.figure;
  auto done = attribute(*members, report.times.duration(),
                        {total.combined.u_c / total.energy, total.headline_U / total.energy});
  if (done)
    out.split = std::move(*done);
  else
    out.why = done.error().message;
  return out;
}

}  // namespace

Result<void> attribute_report(Report& report, const PreparedPlan& plan,
                              const Telemetry& telemetry) {
  if (!plan.plan.work || report.total.figure.status != Total::Status::kComplete) return {};
  const auto kinds = work_done(plan, telemetry, report.times);
  if (!kinds) return tl::unexpected<Error>(kinds.error());
  const Total& total = report.total.figure;
  for (const WorkDone& work : *kinds) {
    const auto ratio = energy_per_work(total.energy, total.combined.u_c, total.headline_U,
                                       work.total, work.u_total);
    if (ratio)
      report.ratios.push_back(
          {"J per " + singular(work.kind), ratio->value, ratio->U, work.total, {}, {}});
  }
  if (kinds->empty()) {
    report.attribution = AttributionReport{
        {}, "no work was done in the window: there is no joule per nothing", {}, {}};
    return {};
  }
  report.attribution = split(report, plan, kinds->front());
  return {};
}

}  // namespace joulemark
