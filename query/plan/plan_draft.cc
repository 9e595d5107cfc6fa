#include "query/plan/plan_draft.h"

#include <fmt/format.h>

#include "query/figures.h"

namespace joulemark {
namespace {

constexpr std::size_t kMostScopesListed = 200;

constexpr const char* kMoreKeys = R"(
# Who says that these were the nodes of the job: without a record the class is at most vendor-stated.
# allocation: {evidence: slurm, job: 481516, file: sacct.json}     # sacct --json -j 481516 > sacct.json

# What feeds the members from outside (every scope is a label of a series on the server).
# covers:
#   outlets: {gpu0001: ["pdu:r5a/outlet:1", "pdu:r5b/outlet:1"]}                   # all feeds of a node, A and B
#   shelves: {"rack:r07": {scopes: ["rack:r07/shelf:1/in"], feeds: ["gpu[0033-0036]"], distribution_loss: [0.0, 0.02]}}
#   chassis: {"c7": {scopes: ["chassis:c7"], feeds: ["q[1-4]"]}}                   # also nodes that are not ours

# Brings DC to AC: certified limits at the points that bracket the load.
# psu_efficiency: {"VENDOR MODEL": {rated_watts: 3000, line_volts: 230, psus_per_node: 6,
#   points: [{load: 0.2, eta: [0.93, 0.95]}, {load: 0.5, eta: [0.955, 0.965]}]}}

# Parts that no meter of a node sees, and equipment that it shares.
# unmeasured: [{nodes: "gpu[0001-0036]", what: nic, watts: [20, 60]}]
# shared: [{name: leaf-07, kind: switch, model: "MODEL", max_watts: 2300, ports_used: 36, ports_total: 64}]

# Limits of power with their source; `declared` never lowers U.
# bounds: [{nodes: "gpu[0001-0032]", p_min: {watts: 1900, source: measured_idle}, p_max: {watts: 10200, source: nameplate}}]

# What is known of the meters: certificates, cross-checks, data sheets.
# calibration: [{serial: "S", certificate: file.pdf, laboratory: "L", number: "N", date: 2026-05-02, valid_until: 2027-05-02,
#   expanded_uncertainty: 0.004, range_watts: [500, 11000]}]
# crosschecks: [crosscheck.json]                                                   # joulemark crosscheck --output-file
# accuracy: [{vendor: "V", model: "M", ratio: 0.01, watts: 0, distribution: rect, datasheet: file.pdf}]

# Joules per token and the split over jobs and roles.
# idle: {baseline: idle.json}                                                      # joulemark idle --for 10m
# work: {metric: "vllm:generation_tokens_total", kind: output_tokens, node_label: node}
)";

std::string sources_of(const DraftedNode& node) {
  std::string out = join(node.sources, ", ");
  if (!node.basis.empty()) out += "; basis " + node.basis;
  return out;
}

// Nodes alike in sources and basis become one group.
std::string member_groups(const PlanFacts& facts) {
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  for (const DraftedNode& node : facts.nodes) {
    const std::string kind = sources_of(node);
    auto group = groups.begin();
    while (group != groups.end() && group->first != kind) ++group;
    if (group == groups.end()) group = groups.insert(group, {kind, {}});
    group->second.push_back(node.name);
  }
  std::string out = "members:\n";
  for (const auto& [kind, names] : groups)
    out += fmt::format(
        "  # {}: {}\n  - {{nodes: \"{}\", role: node, supply: unknown}}   # supply: ac or "
        "dc; cooling: air, liquid\n",
        count(names.size(), "node"), kind, join(names, ","));
  return out;
}

std::string scopes_seen(const std::vector<std::string>& scopes) {
  if (scopes.empty()) return "# The server has no scopes of PDUs, shelves or chassis.\n";
  std::string out = "# Scopes outside the nodes that the server has, for `covers`:\n";
  for (std::size_t i = 0; i < std::min(scopes.size(), kMostScopesListed); ++i)
    out += "#   " + scopes[i] + "\n";
  if (scopes.size() > kMostScopesListed)
    out += fmt::format("#   and {} more\n", scopes.size() - kMostScopesListed);
  return out;
}

}  // namespace

std::string plan_draft(const PlanFacts& facts) {
  return "schema: joulemark.plan/1\n# Drafted from " + facts.server +
         ": take out what is not part of the job, say what is missing.\nname: \"\"\n" +
         member_groups(facts) + "\n" + scopes_seen(facts.scopes) + kMoreKeys;
}

}  // namespace joulemark
