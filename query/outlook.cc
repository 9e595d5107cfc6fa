#include "query/outlook.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "query/advice.h"
#include "query/figures.h"
#include "query/outlook_nodes.h"
#include "query/red_lines.h"

namespace joulemark {
namespace {

constexpr Duration kShortest = std::chrono::seconds(10);
constexpr Duration kGuard = std::chrono::seconds(1);
constexpr double kScrapesToCome = 3.0;  // a scrape may be late; the last edge needs one beyond it

double slowest_scrape(const Telemetry& telemetry) {
  double out = 0.0;
  for (const SensorTelemetry& sensor : telemetry.sensors)
    out = std::max(out, sensor.scrape_interval);
  return out;
}

struct Appearance {
  std::string node;
  UtcTime first;
};

// The node whose readings begin last.
Appearance last_to_appear(const Telemetry& telemetry) {
  std::map<std::string, UtcTime> firsts;
  for (const SensorTelemetry& sensor : telemetry.sensors) {
    if (sensor.series.time.empty()) continue;
    const auto [entry, is_new] = firsts.emplace(sensor.sensor.node, sensor.series.time.front());
    if (!is_new) entry->second = std::min(entry->second, sensor.series.time.front());
  }
  Appearance out;
  for (const auto& [node, first] : firsts)
    if (out.node.empty() || first > out.first) out = {node, first};
  return out;
}

}  // namespace

Result<Window> window_to_look_at(const Telemetry& telemetry, UtcTime now, Duration planned) {
  const UtcTime end = now - kGuard - from_seconds(kScrapesToCome * slowest_scrape(telemetry));
  const Appearance newest = last_to_appear(telemetry);
  const UtcTime start =
      std::max(end - std::clamp(planned, kShortest, kLookBack), newest.first + kGuard);
  if (end - start < kShortest)
    return fail(
        ErrorCode::kNotPresent,
        fmt::format("node {} has readings since {} only: wait a moment and try again", newest.node,
                    short_seconds(std::max(0.0, seconds(now - newest.first)))));
  return Window{start, end};
}

Outlook look_ahead(Report report, const Telemetry& telemetry, UtcTime now, Duration planned) {
  Outlook out;
  out.planned = seconds(planned);
  out.nodes = node_outlooks(report, telemetry, now);
  const Total& figure = report.total.figure;
  if (figure.status == Total::Status::kComplete) {
    const double factor = out.planned / report.times.duration();
    out.energy = figure.energy * factor;
    out.U = predicted_ratio(figure, factor, 1.0) * out.energy;
  }
  out.red_lines = red_lines(report, out.nodes, out.planned);
  out.report = std::move(report);
  return out;
}

}  // namespace joulemark
