#include "query/member_reports.h"

#include <algorithm>
#include <map>
#include <set>

namespace joulemark {

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

}  // namespace joulemark
