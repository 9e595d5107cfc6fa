#include "query/fetch_identity.h"

#include <algorithm>
#include <array>

#include "query/fetch_error.h"

namespace joulemark {
namespace {

constexpr std::string_view kRenamed = "exported_";
constexpr std::array<std::string_view, 3> kIdentity{"node", "source", "sensor"};
// METHOD's labels of power, energy, extremes and node series; __name__ is no label of a sensor.
constexpr std::array<std::string_view, 8> kPage{"__name__", "method", "scope",  "component",
                                                "boundary", "limit",  "window", "evidence"};
constexpr std::array<std::string_view, 4> kScrape{"job", "endpoint", "service", "metrics_path"};
constexpr std::array<std::string_view, 6> kReplica{"replica",         "prometheus_replica",
                                                   "__replica__",     "rule_replica",
                                                   "receive_replica", "thanos_ruler_replica"};

template <std::size_t N>
bool among(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string named(const Labels& labels, std::string_view name) {
  return std::string(name) + "=\"" + std::string(label(labels, name)) + '"';
}

}  // namespace

SensorKey sensor_key(const Labels& labels) {
  const auto text = [&](std::string_view name) { return std::string(label(labels, name)); };
  return {text("cluster"), text("node"), text("source"), text("sensor")};
}

std::string to_string(const SensorKey& key) {
  std::string out = key.cluster.empty() ? "" : "cluster=\"" + key.cluster + "\", ";
  return out + "node=\"" + key.node + "\", source=\"" + key.source + "\", sensor=\"" + key.sensor +
         '"';
}

bool tells_scrape(std::string_view name) { return among(kScrape, name); }
bool tells_replica(std::string_view name) { return among(kReplica, name); }
bool on_page(std::string_view name) { return among(kPage, name); }

Result<void> check_labels(const Labels& labels) {
  for (const auto& [name, value] : labels) {
    if (!std::string_view(name).starts_with(kRenamed)) continue;
    const std::string_view ours = std::string_view(name).substr(kRenamed.size());
    if (!among(kIdentity, ours) && !on_page(ours)) continue;
    const std::string label_name(ours);
    return fail_with(
        Code::kLabelConflict,
        named(labels, "__name__") + " has " + named(labels, ours) + " and " + name + "=\"" + value +
            "\": the scrape job " + named(labels, "job") + " puts its own '" + label_name +
            "' over the exporter's; mend it in that job of the server's configuration with the "
            "two lines `honor_labels: true` and `target_label: k8s_" +
            label_name + "` (the latter instead of `target_label: " + label_name + "`)");
  }
  for (const std::string_view name : kIdentity)
    if (label(labels, name).empty())
      return fail_with(Code::kLabelConflict, named(labels, "__name__") + " of " +
                                                 named(labels, "instance") + " has no label '" +
                                                 std::string(name) +
                                                 "': a relabelling rule removes it");
  return {};
}

}  // namespace joulemark
