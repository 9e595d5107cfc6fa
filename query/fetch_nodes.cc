#include "query/fetch_nodes.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/metric_names.h"
#include "query/fetch_identity.h"

namespace joulemark {
namespace {

using NodeKey = std::pair<std::string, std::string>;  // cluster, node

struct Gathered {
  std::set<std::string> exporters, sources;
  std::set<SensorKey> sensors;
  NodeFacts facts;
};
using Nodes = std::map<NodeKey, Gathered>;

NodeKey node_key(const Labels& labels) {
  return {std::string(label(labels, "cluster")), std::string(label(labels, "node"))};
}

Result<void> gather_readings(PrometheusClient& client, const std::vector<LabelMatcher>& matchers,
                             UtcTime now, Duration lookback, Nodes& nodes) {
  const auto ms = std::chrono::ceil<std::chrono::milliseconds>(lookback).count();
  const std::string series = to_promql({{std::string(metric::kReadingTime)}, matchers});
  auto samples =
      client.instant("last_over_time(" + series + "[" + std::to_string(ms) + "ms])", now);
  if (!samples) return tl::unexpected(std::move(samples.error()));
  for (const InstantSample& sample : *samples) {
    if (auto good = check_labels(sample.labels); !good) return good;
    Gathered& node = nodes[node_key(sample.labels)];
    node.exporters.emplace(label(sample.labels, "instance"));
    node.sources.emplace(label(sample.labels, "source"));
    node.sensors.insert(sensor_key(sample.labels));
    node.facts.last_reading =
        std::max(node.facts.last_reading, UtcTime(from_seconds(sample.value)));
  }
  return {};
}

Result<void> gather_node_series(PrometheusClient& client, const std::vector<LabelMatcher>& matchers,
                                UtcTime now, Nodes& nodes) {
  auto samples = client.instant(to_promql({{std::string(metric::kNodePower)}, matchers}), now);
  if (!samples) return tl::unexpected(std::move(samples.error()));
  for (const InstantSample& sample : *samples) {
    const auto found = nodes.find(node_key(sample.labels));
    if (found == nodes.end()) continue;
    NodeFacts& facts = found->second.facts;
    if (const auto basis = label(sample.labels, "basis"); !basis.empty()) facts.basis = basis;
    facts.complete = label(sample.labels, "complete") == "true";
    facts.power = sample.value;
  }
  return {};
}

std::optional<double> median_gap(const std::vector<RangeSample>& samples) {
  std::vector<double> gaps;
  for (std::size_t i = 1; i < samples.size(); ++i)
    gaps.push_back(seconds(samples[i].time - samples[i - 1].time));
  if (gaps.empty()) return std::nullopt;
  std::sort(gaps.begin(), gaps.end());
  return gaps[gaps.size() / 2];
}

// One series per scrape of an exporter tells its interval; the densest job counts, as in fetch().
Result<std::map<std::string, double>> scrape_intervals(PrometheusClient& client, UtcTime now,
                                                       Duration lookback) {
  auto series = client.raw({{std::string(metric::kExporterTime)}, {}}, now - lookback, now);
  if (!series) return tl::unexpected(std::move(series.error()));
  std::map<std::string, double> out;
  for (const RangeSeries& one : *series) {
    const auto gap = median_gap(one.samples);
    if (!gap) continue;
    const auto [entry, is_new] = out.emplace(label(one.labels, "instance"), *gap);
    if (!is_new) entry->second = std::min(entry->second, *gap);
  }
  return out;
}

NodeFacts finish(const NodeKey& key, Gathered gathered, UtcTime now,
                 const std::map<std::string, double>& intervals) {
  NodeFacts out = std::move(gathered.facts);
  std::tie(out.cluster, out.node) = key;
  out.exporters.assign(gathered.exporters.begin(), gathered.exporters.end());
  out.sources.assign(gathered.sources.begin(), gathered.sources.end());
  out.sensors = gathered.sensors.size();
  out.age = seconds(now - out.last_reading);
  for (const std::string& exporter : out.exporters)
    if (const auto found = intervals.find(exporter); found != intervals.end())
      out.scrape_interval = std::max(out.scrape_interval.value_or(0.0), found->second);
  return out;
}

}  // namespace

Result<NodeList> list_nodes(PrometheusClient& client, const std::vector<LabelMatcher>& matchers,
                            Duration lookback) {
  auto time = client.server_time();
  if (!time) return tl::unexpected(std::move(time.error()));
  Nodes nodes;
  if (auto done = gather_readings(client, matchers, time->time, lookback, nodes); !done)
    return tl::unexpected(std::move(done.error()));
  NodeList out{time->time, {}};
  if (nodes.empty()) return out;
  if (auto done = gather_node_series(client, matchers, time->time, nodes); !done)
    return tl::unexpected(std::move(done.error()));
  auto intervals = scrape_intervals(client, time->time, lookback);
  if (!intervals) return tl::unexpected(std::move(intervals.error()));
  for (auto& [key, gathered] : nodes)
    out.nodes.push_back(finish(key, std::move(gathered), time->time, *intervals));
  return out;
}

}  // namespace joulemark
