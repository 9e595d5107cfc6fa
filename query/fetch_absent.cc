#include "query/fetch_absent.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "core/metric_names.h"
#include "core/time_text.h"
#include "query/fetch_identity.h"

namespace joulemark {
namespace {

constexpr std::size_t kMostNames = 8;  // in a message

template <class Names>
std::string listed(const Names& names) {
  std::string out;
  std::size_t shown = 0;
  for (const std::string& name : names) {
    if (shown++ == kMostNames) break;
    out += (out.empty() ? "" : ", ") + name;
  }
  if (names.size() > kMostNames)
    out += " and " + std::to_string(names.size() - kMostNames) + " more";
  return out;
}

std::size_t changes_between(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t corner = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = corner + (a[i] == b[j] ? 0 : 1);
      corner = row[j + 1];
      row[j + 1] = std::min({changed, corner + 1, row[j] + 1});
    }
  }
  return row.back();
}

// Nodes with energy somewhere in the window or, without one, now.
Result<std::set<std::string>> nodes_of(PrometheusClient& client,
                                       const std::optional<Window>& window) {
  std::string series = to_promql({{std::string(metric::kEnergy)}, {}});
  std::optional<UtcTime> time;
  if (window) {
    const auto length =
        std::chrono::ceil<std::chrono::milliseconds>(window->end - window->start).count();
    series = "last_over_time(" + series + "[" + std::to_string(std::max<long>(1, length)) + "ms])";
    time = window->end;
  }
  auto samples = client.instant("count by (node) (" + series + ")", time);
  if (!samples) return tl::unexpected(std::move(samples.error()));
  std::set<std::string> out;
  for (const InstantSample& sample : *samples) out.emplace(label(sample.labels, "node"));
  return out;
}

std::string asked(const FetchRequest& request) {
  std::string out = "no " + std::string(metric::kEnergy);
  if (!request.nodes.empty())
    out += (request.nodes.size() == 1 ? " of node " : " of nodes ") + listed(request.nodes);
  if (!request.matchers.empty()) out += " under the given matchers";
  return out + " from " + format_time(request.window.start) + " to " +
         format_time(request.window.end);
}

std::string meant(const FetchRequest& request, const std::set<std::string>& known) {
  for (const std::string& node : request.nodes)
    if (const std::string near = nearest_name(node, known); !near.empty())
      return "; did you mean " + near + "?";
  return {};
}

}  // namespace

std::string nearest_name(const std::string& name, const std::set<std::string>& known) {
  std::string best;
  std::size_t fewest = std::max<std::size_t>(2, name.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t changes = changes_between(name, candidate);
    if (changes < fewest && changes < std::max(name.size(), candidate.size())) {
      fewest = changes;
      best = candidate;
    }
  }
  return best;
}

Result<void> check_missing_nodes(PrometheusClient& client, const FetchRequest& request,
                                 const std::set<std::string>& found) {
  std::vector<std::string> missing;
  for (const std::string& node : request.nodes)
    if (!found.contains(node)) missing.push_back(node);
  if (missing.empty() && !(request.nodes.empty() && found.empty())) return {};
  const LabelMatcher renamed = missing.empty()
                                   ? LabelMatcher{"exported_node", LabelMatcher::Op::kNotEqual, ""}
                                   : one_of("exported_node", missing);
  auto samples =
      client.instant(to_promql({{std::string(metric::kEnergy)}, {renamed}}), request.window.end);
  if (!samples) return tl::unexpected(std::move(samples.error()));
  for (const InstantSample& sample : *samples)
    if (auto good = check_labels(sample.labels); !good) return good;
  return {};
}

Error explain_nothing(PrometheusClient& client, const FetchRequest& request) {
  const auto error = [&](const std::string& why) {
    return Error{ErrorCode::kNotPresent, client.url() + ": " + asked(request) + "; " + why};
  };
  auto then = nodes_of(client, request.window);
  if (!then) return std::move(then.error());
  if (!then->empty())
    return error("in that time the server has nodes " + listed(*then) + meant(request, *then));
  auto now = nodes_of(client, std::nullopt);
  if (!now) return std::move(now.error());
  if (!now->empty())
    return error("the server has it now, of nodes " + listed(*now) +
                 ", but of no node in that time: check the window, and since when the server "
                 "scrapes" +
                 meant(request, *now));
  return error(
      "the server knows no such metric: does its scrape configuration name joulemark-exporter, and "
      "is that up?");
}

}  // namespace joulemark
