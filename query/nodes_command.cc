#include <algorithm>

#include "core/metric_names.h"
#include "query/commands.h"
#include "query/connection.h"
#include "query/nodes_table.h"
#include "query/selection.h"

namespace joulemark {
namespace {

// adjtimex of every exporter; a clock that is not synchronised has no bound.
Result<std::map<std::string, double>> clock_bounds_now(PrometheusClient& server,
                                                       const std::vector<LabelMatcher>& matchers) {
  const auto samples =
      server.instant(to_promql({{std::string(metric::kClockErrorBound)}, matchers}), std::nullopt);
  if (!samples) return tl::unexpected<Error>(samples.error());
  std::map<std::string, double> out;
  for (const InstantSample& sample : *samples)
    for (const auto& [name, value] : sample.labels)
      if (name == "instance") out[value] = sample.value;
  return out;
}

std::string describe(PrometheusClient& server) {
  const auto info = server.server_info();
  const std::string product = info ? info->product : "unknown";
  const std::string version = info && !info->version.empty() ? " " + info->version : "";
  return (product == "unknown" ? "server" : product + version) + " at " + server.url();
}

std::vector<std::string> absent(const std::vector<std::string>& asked, const NodeList& list) {
  std::vector<std::string> out;
  for (const std::string& name : asked)
    if (std::none_of(list.nodes.begin(), list.nodes.end(),
                     [&](const NodeFacts& node) { return node.node == name; }))
      out.push_back(name);
  return out;
}

Result<NodesReport> gather(PrometheusClient& server, const Selection& selection) {
  NodesReport out;
  auto matchers = selection.matchers;
  if (selection.nodes) matchers.push_back(one_of("node", *selection.nodes));
  auto list = list_nodes(server, matchers);
  if (!list) return tl::unexpected<Error>(list.error());
  auto clocks = clock_bounds_now(server, {});
  if (!clocks) return tl::unexpected<Error>(clocks.error());
  out.server = describe(server);
  out.list = std::move(*list);
  out.clocks = std::move(*clocks);
  if (selection.nodes) out.not_found = absent(*selection.nodes, out.list);
  return out;
}

}  // namespace

int run_nodes(const NodesArguments& arguments, const Services& services) {
  const auto selection = choose_nodes(arguments.selection);
  if (!selection) return complain(services, selection.error().message);
  auto connection = Connection::open(arguments.server, services);
  if (!connection) return complain(services, connection.error().message);
  const auto report = gather(connection->client(), *selection);
  if (!report) return complain(services, report.error().message);
  services.out << (arguments.format == OutputFormat::kJson ? nodes_to_json(*report)
                                                           : nodes_to_text(*report))
               << std::flush;
  return report->list.nodes.empty() || !report->not_found.empty() ? kRefused : kComputed;
}

}  // namespace joulemark
