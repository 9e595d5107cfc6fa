#include "query/fetch_wait.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/metric_names.h"
#include "query/fetch_metadata.h"
#include "query/fetch_select.h"

namespace joulemark {
namespace {

constexpr Duration kEdge = std::chrono::seconds(1);  // METHOD S-4c: te + 1 s
constexpr Duration kGrace = std::chrono::seconds(2);
constexpr double kCounted = 60.0;  // s over which scrapes are counted

struct Expected {
  UtcTime needed;         // the reading that is waited for
  double interval = 0.0;  // s between scrapes; 0: not known
  std::optional<UtcTime> last;
};
using Readings = std::map<SensorKey, Expected>;

// Guard and shift of METHOD G-2, G-4 together; Tu not known counts as 1 s (S-4a).
Duration reach_of(const Metrology& m) {
  return m.averaging + m.update_interval.value_or(std::chrono::seconds(1)) + m.latency_max;
}

class Wait {
 public:
  Wait(PrometheusClient& client, const FetchRequest& request)
      : client_(client),
        window_(request.window),
        matchers_(matchers_of(request)),
        readings_(to_promql({{std::string(metric::kReadingTime)}, matchers_})) {}

  Result<void> begin();
  Result<void> poll();
  [[nodiscard]] std::vector<LateSeries> late() const;
  [[nodiscard]] UtcTime give_up() const;

 private:
  PrometheusClient& client_;
  Window window_;
  std::vector<LabelMatcher> matchers_;
  std::string readings_;
  Readings expected_;
};

// Whoever had a reading at the end of the window is expected to have the next.
Result<void> Wait::begin() {
  auto metadata = fetch_metadata(client_, matchers_, window_.end);
  if (!metadata) return tl::unexpected(std::move(metadata.error()));
  auto counts = client_.instant(
      "count_over_time(" + readings_ + "[" + std::to_string(static_cast<int>(kCounted)) + "s])",
      window_.end);
  if (!counts) return tl::unexpected(std::move(counts.error()));
  for (const InstantSample& count : *counts) {
    Expected& expected = expected_[sensor_key(count.labels)];
    const double interval = kCounted / std::max(1.0, count.value);
    expected.interval = expected.interval == 0.0 ? interval : std::min(expected.interval, interval);
    expected.needed = window_.end + kEdge + reach_of({});
  }
  for (const auto& [key, one] : metadata->sensors)
    if (const auto found = expected_.find(key.first); found != expected_.end())
      if (const auto sensor = to_sensor(key.first, one))
        found->second.needed = window_.end + kEdge + reach_of(sensor->metrology);
  return {};
}

Result<void> Wait::poll() {
  auto samples = client_.instant(readings_, std::nullopt);
  if (!samples) return tl::unexpected(std::move(samples.error()));
  for (auto& [key, expected] : expected_) expected.last.reset();
  for (const InstantSample& sample : *samples) {
    const auto found = expected_.find(sensor_key(sample.labels));
    if (found == expected_.end()) continue;
    const UtcTime time{from_seconds(sample.value)};
    found->second.last = std::max(found->second.last.value_or(time), time);
  }
  return {};
}

std::vector<LateSeries> Wait::late() const {
  std::vector<LateSeries> out;
  for (const auto& [key, expected] : expected_)
    if (!expected.last || *expected.last < expected.needed)
      out.push_back({key.node, key.source, key.sensor, expected.last});
  return out;
}

UtcTime Wait::give_up() const {
  UtcTime out = window_.end;
  for (const auto& [key, expected] : expected_)
    if (!expected.last || *expected.last < expected.needed)
      out = std::max(out, expected.needed + from_seconds(3 * expected.interval) + kGrace);
  return out;
}

bool may_pass(const Error& error) {
  return error.code == ErrorCode::kUnavailable || error.code == ErrorCode::kTimeout;
}

}  // namespace

Result<WaitOutcome> wait_for_end(PrometheusClient& client, const FetchRequest& request,
                                 const Clock& clock, const std::stop_token& stop,
                                 const WaitLimits& limits, const Progress& progress) {
  Wait wait(client, request);
  bool begun = false;
  while (true) {
    auto done = begun ? Result<void>{} : wait.begin();
    begun = done.has_value();
    if (done) done = wait.poll();
    const UtcTime now = clock.now();
    const UtcTime limit = request.window.end + limits.longest;
    if (!done && (now >= limit || !may_pass(done.error())))
      return tl::unexpected(std::move(done.error()));
    if (done) {
      auto late = wait.late();
      if (late.empty() || now >= std::min(limit, wait.give_up()))
        return WaitOutcome{std::move(late), false};
    }
    if (progress) progress("readings past the end of the window", 0.0);
    if (!clock.wait_until(clock.monotonic() + limits.poll, stop))
      return WaitOutcome{wait.late(), true};
  }
}

}  // namespace joulemark
