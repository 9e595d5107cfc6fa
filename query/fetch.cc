#include "query/fetch.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "query/fetch_absent.h"
#include "query/fetch_clocks.h"
#include "query/fetch_join.h"
#include "query/fetch_metadata.h"
#include "query/fetch_scrape.h"
#include "query/fetch_select.h"

namespace joulemark {
namespace {

constexpr Duration kLeastMargin = std::chrono::seconds(62);  // 60 s of S-4c and its 1 s, and one
constexpr Duration kBlindMargin = std::chrono::minutes(5);   // while the scrape interval is unknown
constexpr int kMostMargins = 3;

struct Joined {
  SensorKey key;
  std::string job;
  JoinedSensor data;
};

// METHOD S-5: m = max(30 s, 3 step + W + L2), never below what S-4c needs; the largest of each over
// all sensors. Asked for, not waited for.
Duration margin_for(const std::vector<Joined>& sensors, const MetadataSnapshot& metadata) {
  Duration step{0};
  Duration delay{0};
  for (const auto& [key, one] : metadata.sensors) {
    const auto sensor = to_sensor(key.first, one);
    if (!sensor) continue;  // said where it is used
    const Metrology& m = sensor->metrology;
    step = std::max(step, m.update_interval.value_or(Duration{0}));
    delay = std::max(delay, m.averaging + m.latency_max);
  }
  Duration margin = kLeastMargin;
  for (const Joined& joined : sensors) {
    step = std::max(step, from_seconds(joined.data.scrape_interval));
    if (joined.data.scrape_interval == 0.0) margin = kBlindMargin;
  }
  return std::max(margin, 3 * step + delay);
}

bool by_node_source_sensor(const SensorTelemetry& a, const SensorTelemetry& b) {
  return std::tie(a.sensor.node, a.sensor.source, a.sensor.id, a.cluster) <
         std::tie(b.sensor.node, b.sensor.source, b.sensor.id, b.cluster);
}

// A label that only some series of a sensor have would tear the sensor apart.
Result<void> check_matchers(const FetchRequest& request) {
  for (const LabelMatcher& matcher : request.matchers)
    if (on_page(matcher.name))
      return fail(ErrorCode::kInvalid,
                  "--match " + matcher.name +
                      ": not all series of a sensor have this label; use node, "
                      "source, sensor, or a label of the scrape");
  return {};
}

class Fetch {
 public:
  Fetch(PrometheusClient& client, const FetchRequest& request, const Progress& progress)
      : client_(client), request_(request), matchers_(matchers_of(request)), progress_(progress) {}

  Result<Telemetry> run();

 private:
  void tell(std::string_view stage, double share) const {
    if (progress_) progress_(stage, share);
  }
  Result<std::vector<Joined>> samples();
  Result<std::vector<Joined>> samples_within(Duration margin);
  Result<void> metadata();
  Result<void> check_and_complete(const std::vector<Joined>& sensors);
  Result<void> complete_metadata(const std::vector<Joined>& sensors);
  Result<std::vector<ClockEvidence>> clocks(const std::vector<Joined>& sensors);
  Result<void> look_up(MetadataSnapshot& into, const std::set<std::pair<UtcTime, std::string>>& at);
  Result<SensorTelemetry> describe(Joined joined) const;

  PrometheusClient& client_;
  const FetchRequest& request_;
  std::vector<LabelMatcher> matchers_;
  const Progress& progress_;
  MetadataSnapshot at_start_, at_end_;
  Duration margin_{0};
};

Result<std::vector<Joined>> Fetch::samples_within(Duration margin) {
  auto raw =
      client_.raw({sample_metrics(), matchers_}, request_.window.start - margin,
                  request_.window.end + margin, [&](double share) { tell("samples", share); });
  if (!raw) return tl::unexpected(std::move(raw.error()));
  auto scraped = group_by_scrape(std::move(*raw));
  if (scraped) scraped = choose_scrapes(std::move(*scraped), request_.window);
  if (!scraped) return tl::unexpected(std::move(scraped.error()));
  std::vector<Joined> out;
  for (ScrapedSensor& one : *scraped) {
    Joined joined{one.sensor, one.job(), {}};
    auto data = join(std::move(one), request_.window);
    if (!data) return tl::unexpected(std::move(data.error()));
    joined.data = std::move(*data);
    out.push_back(std::move(joined));
  }
  return out;
}

// The margin depends on the scrape interval, which only the samples tell: asked again if it was
// short.
Result<std::vector<Joined>> Fetch::samples() {
  margin_ = margin_for({}, at_end_);
  Result<std::vector<Joined>> out = samples_within(margin_);
  for (int i = 1; out && i < kMostMargins; ++i) {
    const Duration needed = margin_for(*out, at_end_);
    if (needed <= margin_) break;
    margin_ = needed;
    out = samples_within(margin_);
  }
  return out;
}

Result<void> Fetch::look_up(MetadataSnapshot& into,
                            const std::set<std::pair<UtcTime, std::string>>& at) {
  for (const auto& [time, instance] : at) {
    std::vector<LabelMatcher> matchers = matchers_;
    matchers.push_back(one_of("instance", {instance}));
    auto found = fetch_metadata(client_, matchers, time);
    if (!found) return tl::unexpected(std::move(found.error()));
    into.sensors.merge(found->sensors);
    into.contradicted.merge(found->contradicted);
  }
  return {};
}

// A sensor that is not there at an end of the window (its exporter was down just then) is described
// by its scrape nearest to that end within the samples.
Result<void> Fetch::complete_metadata(const std::vector<Joined>& sensors) {
  std::set<std::pair<UtcTime, std::string>> first;
  std::set<std::pair<UtcTime, std::string>> last;
  for (const Joined& one : sensors) {
    const MetadataKey key{one.key, one.data.series.exporter};
    const auto& scrapes = one.data.scrapes;
    const auto begin = std::lower_bound(scrapes.begin(), scrapes.end(), request_.window.start);
    if (!at_start_.sensors.contains(key) && begin != scrapes.end())
      first.insert({*begin, key.second});
    if (!at_end_.sensors.contains(key)) last.insert({scrapes.back(), key.second});
  }
  if (auto done = look_up(at_start_, first); !done) return done;
  return look_up(at_end_, last);
}

Result<SensorTelemetry> Fetch::describe(Joined joined) const {
  const MetadataKey key{joined.key, joined.data.series.exporter};
  const auto end = at_end_.sensors.find(key);
  if (end == at_end_.sensors.end())
    return fail(ErrorCode::kInvalid,
                "energy of " + to_string(key.first) + ", instance=\"" + key.second +
                    "\" has no joulemark_sensor_info: scrape /metrics of that exporter too, and "
                    "drop nothing by metric_relabel_configs");
  auto sensor = to_sensor(key.first, end->second);
  if (!sensor) return tl::unexpected(std::move(sensor.error()));
  SensorTelemetry out;
  out.cluster = key.first.cluster;
  out.exporter = key.second;
  out.job = std::move(joined.job);
  out.sensor = std::move(*sensor);
  out.series = std::move(joined.data.series);
  out.series.metrology = out.sensor.metrology;
  out.series.node_scope = out.sensor.scope == "node";
  out.scrape_interval = joined.data.scrape_interval;
  const auto start = at_start_.sensors.find(key);
  const bool differs = start != at_start_.sensors.end() && start->second != end->second;
  out.metadata_changed = differs || joined.data.changed_in_window ||
                         at_start_.contradicted.contains(key) || at_end_.contradicted.contains(key);
  return out;
}

Result<void> Fetch::metadata() {
  tell("metadata", 0.0);
  auto end = fetch_metadata(client_, matchers_, request_.window.end);
  if (!end) return tl::unexpected(std::move(end.error()));
  auto start = fetch_metadata(client_, matchers_, request_.window.start);
  if (!start) return tl::unexpected(std::move(start.error()));
  at_end_ = std::move(*end);
  at_start_ = std::move(*start);
  return {};
}

// What is missing is explained; what is there gets its metadata.
Result<void> Fetch::check_and_complete(const std::vector<Joined>& sensors) {
  std::set<std::string> found;
  for (const Joined& one : sensors) found.insert(one.key.node);
  if (auto good = check_missing_nodes(client_, request_, found); !good) return good;
  if (sensors.empty()) return tl::unexpected(explain_nothing(client_, request_));
  return complete_metadata(sensors);
}

Result<std::vector<ClockEvidence>> Fetch::clocks(const std::vector<Joined>& sensors) {
  tell("clocks", 0.0);
  std::set<ScrapeTarget> targets;
  for (const Joined& one : sensors)
    targets.insert({one.key.cluster, one.data.series.exporter, one.job});
  return fetch_clocks(client_, targets, request_.window, margin_);
}

Result<Telemetry> Fetch::run() {
  if (auto done = metadata(); !done) return tl::unexpected(std::move(done.error()));
  auto sensors = samples();
  if (!sensors) return tl::unexpected(std::move(sensors.error()));
  if (auto good = check_and_complete(*sensors); !good)
    return tl::unexpected(std::move(good.error()));
  auto clock_bounds = clocks(*sensors);
  if (!clock_bounds) return tl::unexpected(std::move(clock_bounds.error()));
  Telemetry out;
  out.clocks = std::move(*clock_bounds);
  for (Joined& one : *sensors) {
    auto described = describe(std::move(one));
    if (!described) return tl::unexpected(std::move(described.error()));
    out.sensors.push_back(std::move(*described));
  }
  const auto info = client_.server_info().value_or(BuildInfo{"unknown", {}});
  out.server = {client_.url(), info.product, info.version};
  std::stable_sort(out.sensors.begin(), out.sensors.end(), by_node_source_sensor);
  return out;
}

}  // namespace

Result<Telemetry> fetch(PrometheusClient& client, const FetchRequest& request,
                        const Progress& progress) {
  if (request.window.end <= request.window.start)
    return fail(ErrorCode::kInvalid, "the window ends before it begins");
  if (auto good = check_matchers(request); !good) return tl::unexpected(std::move(good.error()));
  return Fetch(client, request, progress).run();
}

}  // namespace joulemark
