// members and allocation (METHOD N-0).
#include <fmt/format.h>

#include "core/names.h"
#include "query/plan/plan_readers.h"

namespace joulemark {
namespace {

constexpr NameTable<AllocationEvidence, 5> kEvidenceNames{{
    {AllocationEvidence::kTyped, "typed"},
    {AllocationEvidence::kSlurm, "slurm"},
    {AllocationEvidence::kMllog, "mllog"},
    {AllocationEvidence::kLoadgen, "loadgen"},
    {AllocationEvidence::kKubernetes, "k8s"},
}};

constexpr std::string_view kCoolings = "air, liquid, immersion, hybrid";

bool is_cooling(std::string_view word) {
  return word == "air" || word == "liquid" || word == "immersion" || word == "hybrid";
}

Result<void> read_group(const Settings& item, Plan& plan, PlanNames& names) {
  PlanMembers group;
  Fields fields(item);
  fields.require("nodes").text("role", group.role).text("cooling", group.cooling);
  fields.word("supply", group.supply, parse_supply, "ac, dc, unknown");
  fields.check(group.cooling.empty() || is_cooling(group.cooling), "cooling",
               fmt::format("must be one of: {}", kCoolings));
  if (auto done = fields.finish(); !done) return done;
  if (auto done = read_stated(item.find("nodes"), group.nodes, node_names_in); !done) return done;
  for (const std::string& node : group.nodes)
    if (auto once = names.nodes.claim("node " + node, "a member", *item.find("nodes")); !once)
      return once;
  names.members.insert(group.nodes.begin(), group.nodes.end());
  plan.members.push_back(std::move(group));
  return {};
}

Result<void> read_allocation(const Settings* value, Plan& plan) {
  if (!is_stated(value)) return {};
  PlanAllocation out;
  Fields fields(*value);
  fields.require("evidence").text("job", out.job).text("file", out.file);
  fields.word(
      "evidence", out.evidence,
      [](std::string_view word) { return value_of(kEvidenceNames, word); },
      "slurm, mllog, loadgen, k8s, typed");
  fields.check(out.evidence == AllocationEvidence::kTyped || !out.file.empty(), "evidence",
               "needs `file`: the record itself, such as the output of sacct --json, or the log "
               "with its hosts; without it write evidence: typed");
  if (auto done = fields.finish(); !done) return done;
  plan.allocation = std::move(out);
  return {};
}

}  // namespace

std::string_view to_string(AllocationEvidence evidence) {
  return name_of(kEvidenceNames, evidence);
}

Result<void> read_members(const Settings& root, Plan& plan, PlanNames& names) {
  const Settings* members = root.find("members");
  if (!is_stated(members))
    return root.error("needs the key 'members': - {nodes: \"gpu[01-32]\", role: decode}");
  const auto done =
      each_item(members, [&](const Settings& item) { return read_group(item, plan, names); });
  if (!done) return done;
  if (plan.members.empty()) return members->error("names no node: nothing could be counted");
  return read_allocation(root.find("allocation"), plan);
}

Result<void> check_members(const NodeNames& nodes, const PlanNames& names, const Settings& at) {
  for (const std::string& node : nodes)
    if (!names.members.contains(node))
      return at.error(
          fmt::format("{} is not among the members: add it there, or leave it out here", node));
  return {};
}

}  // namespace joulemark
