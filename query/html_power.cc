// Power over time: the sum of what was counted, another cover beside it, and a few nodes.
#include <fmt/format.h>

#include <algorithm>

#include "core/time_text.h"
#include "query/figures.h"
#include "query/headline_words.h"
#include "query/html_chart.h"
#include "query/html_panels.h"

namespace joulemark {
namespace {

constexpr int kHeight = 220;  // px
constexpr int kNodeHeight = 88;
constexpr double kHeadroom = 1.04;

bool is_complete(const Report& report) {
  return report.total.figure.status == Total::Status::kComplete;
}

std::optional<MeanBand> mean_of(const Report& report) {
  if (!is_complete(report)) return std::nullopt;
  const Total& figure = report.total.figure;
  const double duration = report.times.duration();
  return MeanBand{figure.energy / duration, figure.headline_U / duration};
}

std::size_t gaps_in(const PowerLine& line) {
  return static_cast<std::size_t>(std::count(line.watts.begin(), line.watts.end(), std::nullopt));
}

std::string range_text(const PowerLine& line) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& watts : line.watts) least = std::min(least, watts.value_or(least));
  if (gaps_in(line) == line.watts.size()) return "no part of the window has power from end to end";
  std::string out =
      fmt::format("lowest {}, highest {}", watts_figure(least), watts_figure(largest_power(line)));
  if (const std::size_t gaps = gaps_in(line); gaps > 0)
    out += fmt::format("; {} of {} parts have a gap", gaps, line.watts.size());
  return out;
}

std::string caption(const Report& report, const PowerPicture& trace) {
  const std::string whose = is_complete(report) ? "Sum of what was counted"
                                                : "Not the total: " + partial_sum(report.evidence);
  return fmt::format("{}. Each step is the mean power of {}; {}.", whose,
                     format_duration(from_seconds(trace.bin)), range_text(*trace.counted));
}

Html swatch(Markup cls) {
  const Html line = Element("path").with("class", cls.text()).with("d", "M0 6H28").alone();
  const Html area =
      Element("rect").with("class", cls.text()).with("width", "28").with("height", "12").alone();
  const bool is_area = cls.text() == "gap" || cls.text() == "band";
  return Element("svg")
      .with("width", "28")
      .with("height", "12")
      .with("aria-hidden", "true")
      .of(is_area ? area : line);
}

Html legend_item(Markup cls, std::string_view words) {
  return element("li", swatch(cls) + text(words));
}

Html legend(const PowerPicture& trace, const std::optional<MeanBand>& mean) {
  Html items = legend_item("power", "counted");
  if (trace.other) items += legend_item("other", trace.other->name + ", not added");
  if (mean) {
    items += legend_item("mean", "mean of the report, " + mean_power(mean->watts, mean->U));
    items += legend_item("band", "its U, ± " + percent(mean->U / mean->watts));
  }
  if (gaps_in(*trace.counted) > 0)
    items += legend_item("gap", "no reading of at least one counted meter: nothing is drawn");
  return element("ul", "legend", items);
}

Html node_chart(const PowerPicture& trace, const PowerLine& line, double top, std::size_t index) {
  const std::string id = fmt::format("power-node-{}", index);
  const Html words = Element("figcaption")
                         .with("id", id)
                         .of(element("strong", line.name) + text(": " + range_text(line) + "."));
  return element("figure", "node",
                 words + power_chart({trace, line, nullptr, std::nullopt, top, kNodeHeight, id}));
}

Html node_charts(const PowerPicture& trace) {
  if (trace.nodes.empty()) return {};
  double top = 0.0;
  for (const PowerLine& line : trace.nodes) top = std::max(top, largest_power(line));
  Html out;
  for (std::size_t i = 0; i < trace.nodes.size(); ++i)
    out += node_chart(trace, trace.nodes[i], round_top(kHeadroom * top), i);
  return element("h3", "Each node, on one scale") + element("div", "small", out);
}

}  // namespace

Html power_panel(const Report& report, const PowerPicture& trace) {
  if (!trace.counted) return {};
  const auto mean = mean_of(report);
  double top = largest_power(*trace.counted);
  if (trace.other) top = std::max(top, largest_power(*trace.other));
  if (mean) top = std::max(top, mean->watts);
  const Chart chart{trace,
                    *trace.counted,
                    trace.other ? &*trace.other : nullptr,
                    mean,
                    round_top(kHeadroom * top),
                    kHeight,
                    "power-words"};
  const Html words = Element("figcaption").with("id", "power-words").of(caption(report, trace));
  const Html simulated = is_simulated(report)
                             ? element("p", "warning", "Simulated: no machine drew this power.")
                             : Html();
  return panel("power", is_complete(report) ? "Power over time" : "Power over time (not the total)",
               simulated +
                   element("figure",
                           chart_definitions() + power_chart(chart) + legend(trace, mean) + words) +
                   node_charts(trace));
}

}  // namespace joulemark
