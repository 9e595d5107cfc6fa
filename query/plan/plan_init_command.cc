#include <filesystem>
#include <set>

#include "core/metric_names.h"
#include "measurement/scope.h"
#include "promapi/selector.h"
#include "query/commands.h"
#include "query/connection.h"
#include "query/fetch_nodes.h"
#include "query/plan/plan_draft.h"
#include "query/selection.h"
#include "query/text_file.h"

namespace joulemark {
namespace {

struct SitePlaces {
  std::set<std::string> holders;  // nodes all of whose sensors lie outside machines
  std::vector<std::string> scopes;
};

// A PDU or a rack is no member: none of its sensors is of a machine.
Result<SitePlaces> places_outside_nodes(PrometheusClient& server,
                                        const std::vector<LabelMatcher>& matchers) {
  const auto found =
      server.instant(to_promql({{std::string(metric::kSensorInfo)}, matchers}), std::nullopt);
  if (!found) return tl::unexpected<Error>(found.error());
  SitePlaces out;
  std::set<std::string> machines;
  std::set<std::string> scopes;
  for (const InstantSample& sample : *found) {
    const std::string node(label(sample.labels, "node"));
    const std::string scope(label(sample.labels, "scope"));
    const bool inside = contains("node", scope);
    (inside ? machines : out.holders).insert(node);
    if (!inside) scopes.insert(scope);
  }
  for (const std::string& machine : machines) out.holders.erase(machine);
  out.scopes.assign(scopes.begin(), scopes.end());
  return out;
}

Result<PlanFacts> facts_of(PrometheusClient& server, const Selection& selection) {
  auto matchers = selection.matchers;
  if (selection.nodes) matchers.push_back(one_of("node", *selection.nodes));
  const auto list = list_nodes(server, matchers);
  if (!list) return tl::unexpected<Error>(list.error());
  const auto places = places_outside_nodes(server, selection.matchers);
  if (!places) return tl::unexpected<Error>(places.error());
  PlanFacts out{server.url(), {}, places->scopes};
  for (const NodeFacts& node : list->nodes)
    if (!places->holders.contains(node.node))
      out.nodes.push_back({node.node, node.sources, node.basis.value_or("")});
  if (out.nodes.empty())
    return fail(ErrorCode::kNotPresent,
                "the server has no readings of any node in the last 5 minutes; joulemark nodes "
                "shows what it has");
  return out;
}

}  // namespace

int run_plan_init(const PlanInitArguments& arguments, const Services& services) {
  const auto selection = choose_nodes(arguments.selection);
  if (!selection) return complain(services, selection.error().message);
  if (!arguments.file.empty() && std::filesystem::exists(arguments.file))
    return complain(services, arguments.file + ": exists already; a plan is never overwritten");
  auto connection = Connection::open(arguments.server, services);
  if (!connection) return complain(services, connection.error().message);
  const auto facts = facts_of(connection->client(), *selection);
  if (!facts) return complain(services, facts.error().message);
  const std::string draft = plan_draft(*facts);
  if (arguments.file.empty()) {
    services.out << draft << std::flush;
    return kComputed;
  }
  if (const auto written = write_text_file(arguments.file, draft); !written)
    return complain(services, written.error().message);
  services.err << "joulemark: " << arguments.file << ": " << facts->nodes.size()
               << " node(s); edit it, then: joulemark energy --plan " << arguments.file
               << " --last 10m\n";
  return kComputed;
}

}  // namespace joulemark
