#include "query/fetch_clocks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "core/metric_names.h"

namespace joulemark {
namespace {

constexpr std::string_view kScrapeDuration = "scrape_duration_seconds";  // made by the server

struct Observed {
  std::vector<RangeSample> synchronized, bound, time, duration;
};

std::vector<RangeSample>* member_of(Observed& observed, std::string_view name) {
  if (name == metric::kClockSynchronized) return &observed.synchronized;
  if (name == metric::kClockErrorBound) return &observed.bound;
  if (name == metric::kExporterTime) return &observed.time;
  if (name == kScrapeDuration) return &observed.duration;
  return nullptr;
}

void keep_window(std::vector<RangeSample>& samples, const Window& window) {
  const auto inside = [&](const RangeSample& sample) {
    return sample.time >= window.start && sample.time <= window.end;
  };
  if (std::any_of(samples.begin(), samples.end(), inside))
    std::erase_if(samples, [&](const RangeSample& sample) { return !inside(sample); });
}

std::optional<double> largest(const std::vector<RangeSample>& samples) {
  std::optional<double> out;
  for (const RangeSample& sample : samples)
    out = std::max(out.value_or(sample.value), sample.value);
  return out;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// Only a clock that was synchronised at every scrape has the bound of adjtimex.
std::optional<double> error_bound(const Observed& observed) {
  const auto off = [](const RangeSample& sample) { return sample.value != 1.0; };
  if (observed.synchronized.empty() ||
      std::any_of(observed.synchronized.begin(), observed.synchronized.end(), off))
    return std::nullopt;
  return largest(observed.bound);
}

std::optional<double> scrape_bound(const Observed& observed) {
  const auto longest = largest(observed.duration);
  if (observed.time.empty() || !longest) return std::nullopt;
  std::vector<double> offsets;
  for (const RangeSample& sample : observed.time)
    offsets.push_back(seconds(sample.time - UtcTime(from_seconds(sample.value))));
  return std::abs(median(std::move(offsets))) + *longest / 2;
}

ClockEvidence evidence_of(const std::string& instance, Observed& observed, const Window& window) {
  for (auto* samples :
       {&observed.synchronized, &observed.bound, &observed.time, &observed.duration})
    keep_window(*samples, window);
  return {instance, error_bound(observed), scrape_bound(observed)};
}

// Of two exporters under one instance (two clusters) the worse clock speaks for both.
bool worse(const ClockEvidence& a, const ClockEvidence& b) {
  return b.bound() && (!a.bound() || *a.bound() > *b.bound());
}

}  // namespace

std::vector<ClockEvidence> clock_evidence(const std::vector<RangeSeries>& series,
                                          const std::set<ScrapeTarget>& targets,
                                          const Window& window) {
  std::map<std::pair<std::string, std::string>, Observed> exporters;  // instance, cluster
  for (const ScrapeTarget& target : targets) exporters[{target.instance, target.cluster}];
  for (const RangeSeries& one : series) {
    const ScrapeTarget target{std::string(label(one.labels, "cluster")),
                              std::string(label(one.labels, "instance")),
                              std::string(label(one.labels, "job"))};
    if (!targets.contains(target)) continue;
    auto* into =
        member_of(exporters[{target.instance, target.cluster}], label(one.labels, "__name__"));
    if (into != nullptr) into->insert(into->end(), one.samples.begin(), one.samples.end());
  }
  std::vector<ClockEvidence> out;
  for (auto& [key, observed] : exporters) {
    ClockEvidence evidence = evidence_of(key.first, observed, window);
    if (out.empty() || out.back().host != evidence.host)
      out.push_back(std::move(evidence));
    else if (worse(evidence, out.back()))
      out.back() = std::move(evidence);
  }
  return out;
}

Result<std::vector<ClockEvidence>> fetch_clocks(PrometheusClient& client,
                                                const std::set<ScrapeTarget>& targets,
                                                const Window& window, Duration margin) {
  std::set<std::string> instances;
  for (const ScrapeTarget& target : targets) instances.insert(target.instance);
  const Selector selector{
      {std::string(metric::kClockSynchronized), std::string(metric::kClockErrorBound),
       std::string(metric::kExporterTime), std::string(kScrapeDuration)},
      {one_of("instance", {instances.begin(), instances.end()})}};
  auto series = client.raw(selector, window.start - margin, window.end + margin);
  if (!series) return tl::unexpected(std::move(series.error()));
  return clock_evidence(*series, targets, window);
}

}  // namespace joulemark
