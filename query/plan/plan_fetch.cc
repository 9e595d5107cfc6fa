#include "query/plan/plan_fetch.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/metric_names.h"
#include "promapi/selector.h"
#include "query/count_at.h"
#include "query/plan/arrangement.h"
#include "query/plan/dcgm_mapping.h"
#include "query/plan/mapped_series.h"

namespace joulemark {
namespace {

constexpr Duration kAroundWindow = std::chrono::minutes(2);  // METHOD S-5: what lies beyond edges

std::vector<std::string> scopes_of(const Plan& plan) {
  std::vector<std::string> out;
  for (const FedScope& fed : fed_scopes(plan))
    out.insert(out.end(), fed.scopes.begin(), fed.scopes.end());
  return out;
}

Result<std::vector<RangeSeries>> samples_of_selector(PrometheusClient& client,
                                                     const std::string& text,
                                                     const Window& window) {
  const auto selector = parse_selector(text);
  if (!selector) return tl::unexpected<Error>(selector.error());
  return client.raw(*selector, window.start - kAroundWindow, window.end + kAroundWindow);
}

Result<void> add_mapped(PrometheusClient& client, const PlanMapping& mapping,
                        const FetchRequest& request, const NodeNames& members, Telemetry& out) {
  auto series = samples_of_selector(client, mapping.match, request.window);
  if (!series) return tl::unexpected<Error>(series.error());
  auto sensors = mapped_sensors(mapping, *series, members);
  if (!sensors) return tl::unexpected<Error>(sensors.error());
  if (sensors->empty())
    return fail(ErrorCode::kNotPresent,
                fmt::format("mapping of {}: {} in the window, and no label {} of them names a "
                            "member",
                            mapping.match,
                            series->empty() ? "the server has no such series"
                                            : fmt::format("{} series", series->size()),
                            mapping.node_label));
  if (auto done = check_no_second_name(mapping, *sensors, out.sensors); !done) return done;
  for (SensorTelemetry& sensor : *sensors) out.sensors.push_back(std::move(sensor));
  return {};
}

Result<void> add_work(PrometheusClient& client, const PlanWork& work, const FetchRequest& request,
                      const NodeNames& members, Telemetry& out) {
  const auto series = samples_of_selector(client, work.metric, request.window);
  if (!series) return tl::unexpected<Error>(series.error());
  for (const RangeSeries& one : *series) {
    WorkCounter counter{member_named(label(one.labels, work.node_label), members), {}, {}};
    if (counter.node.empty()) continue;
    for (const RangeSample& sample : one.samples) {
      counter.time.push_back(sample.time);
      counter.value.push_back(count_at(sample.value, counter.value));
    }
    out.work.push_back(std::move(counter));
  }
  if (out.work.empty())
    return fail(
        ErrorCode::kNotPresent,
        fmt::format("work: the server has no {} in the window whose label {} names a member",
                    work.metric, work.node_label));
  return {};
}

bool by_identity(const SensorTelemetry& a, const SensorTelemetry& b) {
  return std::tie(a.sensor.node, a.sensor.source, a.sensor.id) <
         std::tie(b.sensor.node, b.sensor.source, b.sensor.id);
}

}  // namespace

Result<std::vector<std::string>> nodes_of_plan(PrometheusClient& client, const Plan& plan,
                                               const Window& window) {
  const NodeNames members = plan.nodes();
  std::set<std::string> out(members.begin(), members.end());
  const auto scopes = scopes_of(plan);
  if (scopes.empty()) return NodeNames(out.begin(), out.end());
  for (const UtcTime at : {window.start, window.end}) {
    const auto found = client.instant(
        to_promql({{std::string(metric::kSensorInfo)}, {one_of("scope", scopes)}}), at);
    if (!found) return tl::unexpected<Error>(found.error());
    for (const InstantSample& sample : *found) out.emplace(label(sample.labels, "node"));
  }
  out.erase("");
  return NodeNames(out.begin(), out.end());
}

Result<Telemetry> fetch_by_plan(PrometheusClient& client, const Plan& plan,
                                const FetchRequest& request, const Progress& progress) {
  auto out = fetch(client, request, progress);
  if (!out && (out.error().code != ErrorCode::kNotPresent || plan.mapping.empty())) return out;
  if (!out) {
    Telemetry only_mapped;
    const auto info = client.server_info().value_or(BuildInfo{"unknown", {}});
    only_mapped.server = {client.url(), info.product, info.version};
    out = std::move(only_mapped);
  }
  const NodeNames members = plan.nodes();
  for (const PlanMapping& mapping : plan.mapping)
    if (auto done = add_mapped(client, mapping, request, members, *out); !done)
      return tl::unexpected<Error>(done.error());
  if (plan.work && !plan.work->metric.empty())
    if (auto done = add_work(client, *plan.work, request, members, *out); !done)
      return tl::unexpected<Error>(done.error());
  std::stable_sort(out->sensors.begin(), out->sensors.end(), by_identity);
  return out;
}

}  // namespace joulemark
