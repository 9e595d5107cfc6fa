#include "query/fetch_scrape.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "core/metric_names.h"
#include "query/fetch_error.h"

namespace joulemark {
namespace {

constexpr std::array<std::pair<std::string_view, Column>, 5> kPlain{
    {{metric::kReadingTime, Column::kReadingTime},
     {metric::kSamplingVariance, Column::kVariance},
     {metric::kUncovered, Column::kUncovered},
     {metric::kResets, Column::kResets},
     {metric::kEnergyStart, Column::kStart}}};

std::optional<Column> column_of(const Labels& labels) {
  const std::string_view name = label(labels, "__name__");
  for (const auto& [entry, column] : kPlain)
    if (entry == name) return column;
  if (name != metric::kPowerExtreme) return std::nullopt;
  const std::string_view limit = label(labels, "limit");
  if (limit == "min") return Column::kMinimum;
  if (limit == "max") return Column::kMaximum;
  return std::nullopt;
}

struct SplitLabels {
  Labels scrape, others, page;
};

SplitLabels split(const Labels& labels) {
  SplitLabels out;
  for (const auto& [name, value] : labels) {
    if (name == "cluster" || name == "node" || name == "source" || name == "sensor" ||
        name == "instance" || name == "__name__")
      continue;
    Labels& into = tells_scrape(name) ? out.scrape : on_page(name) ? out.page : out.others;
    into.emplace(name, value);
  }
  return out;
}

bool by_time(const RangeSample& a, const RangeSample& b) { return a.time < b.time; }

void append_sorted(std::vector<RangeSample>& into, std::vector<RangeSample> from) {
  if (into.empty()) {
    into = std::move(from);
    return;
  }
  into.insert(into.end(), from.begin(), from.end());
  std::stable_sort(into.begin(), into.end(), by_time);
}

void append(ScrapedSensor& into, ScrapedSensor from) {
  std::move(from.energy.begin(), from.energy.end(), std::back_inserter(into.energy));
  for (std::size_t i = 0; i < kColumns; ++i)
    append_sorted(into.columns[i], std::move(from.columns[i]));
}

struct Span {
  UtcTime first = UtcTime::max(), last = UtcTime::min();
};

Span span_of(const ScrapedSensor& scraped) {
  Span out;
  for (const EnergySeries& energy : scraped.energy) {
    out.first = std::min(out.first, energy.samples.front().time);
    out.last = std::max(out.last, energy.samples.back().time);
  }
  return out;
}

bool overlap(const ScrapedSensor& a, const ScrapedSensor& b) {
  const Span one = span_of(a);
  const Span other = span_of(b);
  return one.first <= other.last && other.first <= one.last;
}

// Leaves those with samples in the window, if there are any: an exporter that was replaced before
// the window is no rival.
void drop_outsiders(std::vector<ScrapedSensor>& rivals, const Window& window) {
  const auto inside = [&](const ScrapedSensor& one) {
    return one.energies(window.start, window.end) > 0;
  };
  if (std::any_of(rivals.begin(), rivals.end(), inside))
    std::erase_if(rivals, [&](const ScrapedSensor& one) { return !inside(one); });
}

// Leaves those of the job with most samples.
void keep_densest_job(std::vector<ScrapedSensor>& rivals, const Window& window) {
  const auto rank = [&](const ScrapedSensor& one) {
    return std::tuple(one.energies(window.start, window.end),
                      one.energies(UtcTime::min(), UtcTime::max()));
  };
  const auto densest = std::max_element(
      rivals.begin(), rivals.end(),
      [&](const ScrapedSensor& a, const ScrapedSensor& b) { return rank(a) < rank(b); });
  const Labels scrape = densest->scrape;
  std::erase_if(rivals, [&](const ScrapedSensor& one) { return one.scrape != scrape; });
}

std::string differing_labels(const Labels& a, const Labels& b, bool& only_replica) {
  std::string out;
  only_replica = true;
  Labels names = a;
  names.insert(b.begin(), b.end());
  for (const auto& [name, value] : names) {
    const std::string_view left = label(a, name);
    const std::string_view right = label(b, name);
    if (left == right) continue;
    only_replica = only_replica && tells_replica(name);
    out += (out.empty() ? "" : ", ") + name + "=\"" + std::string(left) + "\" and \"" +
           std::string(right) + '"';
  }
  return out;
}

tl::unexpected<Error> twice(const ScrapedSensor& a, const ScrapedSensor& b) {
  bool only_replica = false;
  const std::string labels = differing_labels(a.others, b.others, only_replica);
  const std::string who = to_string(a.sensor) + " of instance=\"" + a.instance + '"';
  if (only_replica)
    return fail_with(Code::kReplicaSeries,
                     who + " is there twice, with " + labels +
                         ": two servers scrape it and their copies are not merged; ask a server "
                         "that deduplicates, or one replica with --match");
  return fail_with(
      Code::kLabelConflict,
      who + " is there twice, with " + labels +
          ": it is not known whether that is one machine; choose with --match, or give "
          "each cluster its own external label `cluster`");
}

Result<ScrapedSensor> choose(std::vector<ScrapedSensor> rivals, const Window& window) {
  drop_outsiders(rivals, window);
  for (const ScrapedSensor& other : rivals)
    if (other.instance != rivals.front().instance)
      return fail_with(Code::kLabelConflict,
                       to_string(other.sensor) + " comes from two exporters, instance=\"" +
                           rivals.front().instance + "\" and \"" + other.instance +
                           "\": scrape it once, or give each machine its own --node-name");
  keep_densest_job(rivals, window);
  std::sort(rivals.begin(), rivals.end(), [](const ScrapedSensor& a, const ScrapedSensor& b) {
    return span_of(a).first < span_of(b).first;
  });
  ScrapedSensor chosen = std::move(rivals.front());
  for (auto next = std::next(rivals.begin()); next != rivals.end(); ++next) {
    if (overlap(chosen, *next)) return twice(chosen, *next);
    chosen.others = next->others;
    append(chosen, std::move(*next));
  }
  return chosen;
}

}  // namespace

std::size_t ScrapedSensor::energies(UtcTime start, UtcTime end) const {
  std::size_t count = 0;
  for (const EnergySeries& one : energy)
    for (const RangeSample& sample : one.samples)
      if (sample.time >= start && sample.time <= end) ++count;
  return count;
}

std::vector<std::string> sample_metrics() {
  std::vector<std::string> out{std::string(metric::kEnergy), std::string(metric::kPowerExtreme)};
  for (const auto& [name, column] : kPlain) out.emplace_back(name);
  return out;
}

Result<std::vector<ScrapedSensor>> group_by_scrape(std::vector<RangeSeries> raw) {
  using Key = std::tuple<SensorKey, std::string, Labels, Labels>;
  std::map<Key, ScrapedSensor> groups;
  for (RangeSeries& series : raw) {
    if (auto good = check_labels(series.labels); !good)
      return tl::unexpected(std::move(good.error()));
    SplitLabels labels = split(series.labels);
    ScrapedSensor& group =
        groups[Key{sensor_key(series.labels), std::string(label(series.labels, "instance")),
                   labels.scrape, labels.others}];
    if (label(series.labels, "__name__") == metric::kEnergy)
      group.energy.push_back({std::move(labels.page), std::move(series.samples)});
    else if (const auto column = column_of(series.labels))
      append_sorted(group.column(*column), std::move(series.samples));
  }
  std::vector<ScrapedSensor> out;
  for (auto& [key, group] : groups) {
    if (group.energy.empty()) continue;
    std::tie(group.sensor, group.instance, group.scrape, group.others) = key;
    out.push_back(std::move(group));
  }
  return out;
}

Result<std::vector<ScrapedSensor>> choose_scrapes(std::vector<ScrapedSensor> all,
                                                  const Window& window) {
  std::map<SensorKey, std::vector<ScrapedSensor>> sensors;
  for (ScrapedSensor& one : all) sensors[one.sensor].push_back(std::move(one));
  std::vector<ScrapedSensor> out;
  for (auto& [key, rivals] : sensors) {
    auto chosen = choose(std::move(rivals), window);
    if (!chosen) return tl::unexpected(std::move(chosen.error()));
    out.push_back(std::move(*chosen));
  }
  return out;
}

}  // namespace joulemark
