#include "query/crosscheck/mapped_chain.h"

#include <algorithm>

#include "query/plan/mapped_series.h"

namespace joulemark {
namespace {

constexpr Duration kAroundLevel = std::chrono::minutes(2);  // the widest lag, and METHOD S-5

std::string without_port(std::string_view name) {
  const auto colon = name.rfind(':');
  const std::string_view port = colon == std::string_view::npos ? "" : name.substr(colon + 1);
  const bool is_port =
      !port.empty() && port.find_first_not_of("0123456789") == std::string_view::npos;
  return std::string(is_port ? name.substr(0, colon) : name);
}

NodeNames with_the_others(const NodeNames& members, const PlanMapping& mapping,
                          const std::vector<RangeSeries>& series) {
  NodeNames out = members;
  for (const RangeSeries& one : series) {
    const std::string_view name = label(one.labels, mapping.node_label);
    if (!name.empty() && member_named(name, out).empty()) out.push_back(without_port(name));
  }
  return out;
}

}  // namespace

Result<std::vector<SensorTelemetry>> mapped_chain(PrometheusClient& server,
                                                  const std::vector<PlanMapping>& mappings,
                                                  const NodeNames& members, const Window& window) {
  std::vector<SensorTelemetry> out;
  for (const PlanMapping& mapping : mappings) {
    const auto selector = parse_selector(mapping.match);
    if (!selector) return tl::unexpected(selector.error());
    const auto series =
        server.raw(*selector, window.start - kAroundLevel, window.end + kAroundLevel);
    if (!series) return tl::unexpected(series.error());
    auto sensors = mapped_sensors(mapping, *series, with_the_others(members, mapping, *series));
    if (!sensors) return tl::unexpected(sensors.error());
    for (SensorTelemetry& sensor : *sensors) out.push_back(std::move(sensor));
  }
  return out;
}

}  // namespace joulemark
