#include "query/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "core/time_text.h"
#include "measurement/uncertainty.h"
#include "query/figures.h"

namespace joulemark {
namespace {

constexpr double kLongestWindow = 30 * 86'400.0;  // s: advice beyond a month is none
constexpr double kShortestScrape = 1.0;           // s
// A longer window has no more of these; of whatever else makes up U it has more in proportion.
constexpr std::array<std::string_view, 8> kAtEdges{"edge",   "tick", "clock", "latency",
                                                   "update", "gap",  "reset", "storage"};
constexpr std::array<std::string_view, 2> kWithScrapes{"edge", "tick"};

bool is_one_of(const std::string& name, const auto& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

double growth(const UncertaintyComponent& component, double factor, double scrape) {
  if (is_one_of(component.name, kWithScrapes)) return scrape;
  if (is_one_of(component.name, kAtEdges)) return 1.0;
  return component.name == "integration" ? std::sqrt(factor) : factor;
}

std::string round_duration(double s) {
  const double grain = s < 60.0 ? 1.0 : s < 3600.0 ? 10.0 : 60.0;
  return format_duration(from_seconds(std::ceil(s / grain - 1e-9) * grain));
}

// Share of u_c^2 by name: what dominates.
std::string largest_component(const Total& figure) {
  const Budget budget = grouped(figure.budget);
  return budget.empty() ? "" : budget.front().name;
}

void advise_on_uncertainty(const Report& report, std::vector<std::string>& out) {
  const Total& figure = report.total.figure;
  const double duration = report.times.duration();
  if (figure.energy <= 0.0 || figure.headline_U / figure.energy <= kGoodUncertainty) return;
  const auto window = window_for(figure, duration, kGoodUncertainty);
  const double interval = report.evidence.longest_scrape;
  const auto scrape = scrape_interval_for(figure, interval, kGoodUncertainty);
  if (window)
    out.push_back(fmt::format("U below 2 %: measure at least {} under the same load",
                              round_duration(*window)));
  if (scrape)
    out.push_back(fmt::format("U below 2 %{}: scrape every {}", window ? ", or in this window" : "",
                              format_duration(from_seconds(*scrape))));
  if (window || scrape) return;
  const double rest = predicted_ratio(figure, kLongestWindow / duration, 1.0);
  out.push_back(
      fmt::format("no window length brings U below 2 %: {} stay{} however long; {}", percent(rest),
                  figure.alias_bound > 0.0 ? " (with worst-case aliasing)" : "",
                  figure.alias_bound > 0.0
                      ? "a sensor that integrates (an energy counter, contiguous averages) would"
                      : "a sensor with better known limits of error would (largest: " +
                            largest_component(figure) + ")"));
}

void advise_on_clock(const Report& report, std::vector<std::string>& out) {
  if (!report.evidence.window_clock)
    out.push_back("clock of the window: mark it where the job runs, with joulemark run or mark");
  if (report.evidence.clocks_unmeasured > 0)
    out.push_back(
        fmt::format("clocks of {} exporter(s) are not measured: synchronise them (chrony)",
                    report.evidence.clocks_unmeasured));
}

}  // namespace

double predicted_ratio(const Total& figure, double factor, double scrape) {
  Budget scaled = figure.budget;
  for (UncertaintyComponent& component : scaled) component.u *= growth(component, factor, scrape);
  const double U = safe_uncertainty(combine(scaled).U, figure.alias_bound * factor);
  return U / (figure.energy * factor);
}

std::optional<double> window_for(const Total& figure, double duration, double limit) {
  const double most = kLongestWindow / duration;
  if (!(predicted_ratio(figure, most, 1.0) <= limit)) return std::nullopt;
  double low = 1.0;
  double high = most;
  for (int i = 0; i < 60 && high / low > 1.001; ++i) {
    const double middle = std::sqrt(low * high);
    (predicted_ratio(figure, middle, 1.0) <= limit ? high : low) = middle;
  }
  return high * duration;
}

std::optional<double> scrape_interval_for(const Total& figure, double interval, double limit) {
  if (!(interval > 1.5 * kShortestScrape)) return std::nullopt;
  const double least = kShortestScrape / interval;
  if (!(predicted_ratio(figure, 1.0, least) <= limit)) return std::nullopt;
  for (const double s : {30.0, 15.0, 10.0, 5.0, 2.0})
    if (s < interval && predicted_ratio(figure, 1.0, s / interval) <= limit) return s;
  return kShortestScrape;
}

std::vector<std::string> advise(const Report& report) {
  std::vector<std::string> out;
  if (report.total.figure.status == Total::Status::kComplete) advise_on_uncertainty(report, out);
  advise_on_clock(report, out);
  return out;
}

}  // namespace joulemark
