#include "mlperf/audit/series_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace joulemark::mlperf {
namespace {

constexpr double kRule = 1.0, kLate = 1.1;  // s; a tenth of jitter is none
constexpr std::size_t kFewestReadings = 60;
constexpr double kGap = 3.0, kGapTimes = 3.0;  // s; times the median
constexpr double kLeastUncovered = 0.05;       // s: less is the resolution of the stamps
constexpr std::int64_t kBeside = 10'000;       // ms
constexpr double kLeastStep = 0.2;             // of the range

double seconds_between(std::int64_t from, std::int64_t to) {
  return 1e-3 * static_cast<double>(to - from);
}

std::optional<double> mean_in(const PowerSeries& readings, std::int64_t from, std::int64_t to) {
  double sum = 0.0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    if (readings.ms[i] < from || readings.ms[i] >= to || readings.watts[i] < 0.0) continue;
    sum += readings.watts[i];
    ++count;
  }
  if (count < 3) return {};
  return sum / static_cast<double>(count);
}

bool steps_at(const PowerSeries& readings, std::int64_t edge, bool begins, double range) {
  const auto before = mean_in(readings, edge - kBeside, edge);
  const auto behind = mean_in(readings, edge, edge + kBeside);
  if (!before || !behind) return true;  // cannot be seen
  return (begins ? *behind - *before : *before - *behind) >= kLeastStep * range;
}

// In the window, and the last before and the first behind it.
std::vector<std::int64_t> times_around(const PowerSeries& readings, const TimedWindow& window) {
  std::vector<std::int64_t> sorted = readings.ms;
  std::sort(sorted.begin(), sorted.end());
  auto from = std::lower_bound(sorted.begin(), sorted.end(), window.begin_ms);
  auto to = std::upper_bound(sorted.begin(), sorted.end(), window.end_ms);
  if (from != sorted.begin()) --from;
  if (to != sorted.end()) ++to;
  return {from, to};
}

}  // namespace

Intervals intervals_of(const PowerSeries& readings, const TimedWindow& window) {
  const auto times = times_around(readings, window);
  Intervals out;
  std::vector<double> gaps;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] >= window.begin_ms && times[i] <= window.end_ms) ++out.readings;
    if (i > 0 && times[i] > times[i - 1]) gaps.push_back(seconds_between(times[i - 1], times[i]));
  }
  if (gaps.empty()) return out;
  std::sort(gaps.begin(), gaps.end());
  out.least = gaps.front();
  out.median = gaps[gaps.size() / 2];
  out.largest = gaps.back();
  return out;
}

void find_sampling(const std::string& name, const PowerSeries& readings, const TimedWindow& window,
                   Findings& out) {
  const Intervals found = intervals_of(readings, window);
  if (found.median > kRule * kLate)
    out.push_back({FindingCode::kSamplingSlow,
                   fmt::format("{}: a reading every {:.2f} s (from {:.2f} to {:.2f} s)", name,
                               found.median, found.least, found.largest)});
  if (found.readings < kFewestReadings)
    out.push_back({FindingCode::kFewSamples, fmt::format("{}: {} readings in {:.1f} s", name,
                                                         found.readings, window.seconds())});
  if (found.largest > std::max(kGap, kGapTimes * found.median))
    out.push_back(
        {FindingCode::kGaps, fmt::format("{}: {:.1f} s without a reading, where {:.2f} s are usual",
                                         name, found.largest, found.median)});
}

void find_coverage(const std::string& name, const PowerSeries& readings, const TimedWindow& window,
                   Findings& out) {
  if (readings.size() == 0) return;
  const auto [first, last] = std::minmax_element(readings.ms.begin(), readings.ms.end());
  const double head = std::max(0.0, seconds_between(window.begin_ms, *first));
  const double tail = std::max(0.0, seconds_between(*last, window.end_ms));
  if (head <= kLeastUncovered && tail <= kLeastUncovered) return;
  const double most = *std::max_element(readings.watts.begin(), readings.watts.end());
  const double uncovered = std::min(head + tail, window.seconds());
  out.push_back(
      {FindingCode::kCoverageShort,
       fmt::format("{}: begins {:.2f} s after the window's begin and ends {:.2f} s before its end: "
                   "up to {:.0f} J are not measured",
                   name, head, tail, most * uncovered)});
}

void find_load_steps(const std::string& name, const PowerSeries& readings,
                     const TimedWindow& window, Findings& out) {
  if (readings.size() == 0) return;
  const auto [least, most] = std::minmax_element(readings.watts.begin(), readings.watts.end());
  const double range = *most - std::max(0.0, *least);
  const bool begins = steps_at(readings, window.begin_ms, true, range);
  const bool ends = steps_at(readings, window.end_ms, false, range);
  if (begins && ends) return;
  out.push_back({FindingCode::kNoLoadStep,
                 fmt::format("{}: the power does not {} within 10 s of the window's {}", name,
                             begins ? "fall" : "rise",
                             begins ? "end"
                             : ends ? "begin"
                                    : "begin, nor fall at its end")});
}

}  // namespace joulemark::mlperf
