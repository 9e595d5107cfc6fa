#include "query/html_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/time_text.h"

namespace joulemark {
namespace {

constexpr double kAcross = 1000.0;  // units of the picture from the start of the window to its end
constexpr int kTickSpace = 44;      // px between lines of the grid, about
constexpr std::array kRoundTops{1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0};

class Scale {
 public:
  explicit Scale(const Chart& chart) : chart_(chart) {}
  // Left edge of a bin; of one past the last the end of the window.
  [[nodiscard]] double x(std::size_t bin) const {
    if (bin >= chart_.line.watts.size()) return kAcross;
    return kAcross * static_cast<double>(bin) * chart_.trace.bin / chart_.trace.duration;
  }
  [[nodiscard]] double y(double watts) const {
    return chart_.height * (1.0 - std::min(watts / chart_.top, 1.0));
  }

 private:
  const Chart& chart_;
};

std::string step_path(const Scale& scale, const PowerLine& line) {
  std::string out;
  bool drawing = false;
  for (std::size_t i = 0; i < line.watts.size(); ++i) {
    const auto& watts = line.watts[i];
    if (watts)
      out += drawing ? fmt::format("V{:.1f}H{:.1f}", scale.y(*watts), scale.x(i + 1))
                     : fmt::format("M{:.1f} {:.1f}H{:.1f}", scale.x(i), scale.y(*watts),
                                   scale.x(i + 1));
    drawing = watts.has_value();
  }
  return out;
}

Html path(Markup cls, const std::string& d) {
  if (d.empty()) return {};
  return Element("path").with("class", cls.text()).with("d", d).alone();
}

// Each run of bins without power.
Html gaps(const Scale& scale, const PowerLine& line) {
  Html out;
  for (std::size_t i = 0; i < line.watts.size(); ++i) {
    if (line.watts[i]) continue;
    const std::size_t first = i;
    while (i < line.watts.size() && !line.watts[i]) ++i;
    out +=
        Element("rect")
            .with("class", "gap")
            .with("x", fmt::format("{:.2f}%", 100.0 * scale.x(first) / kAcross))
            .with("width", fmt::format("{:.2f}%", 100.0 * (scale.x(i) - scale.x(first)) / kAcross))
            .with("height", "100%")
            .alone();
  }
  return out;
}

Html mean_band(const Scale& scale, const Chart& chart) {
  if (!chart.mean) return {};
  const double high = scale.y(chart.mean->watts + chart.mean->U);
  const double low = scale.y(std::max(0.0, chart.mean->watts - chart.mean->U));
  const std::string at = fmt::format("{:.1f}", scale.y(chart.mean->watts));
  return Element("rect")
             .with("class", "band")
             .with("y", fmt::format("{:.1f}", high))
             .with("width", "1000")
             .with("height", fmt::format("{:.1f}", low - high))
             .alone() +
         path("mean", "M0 " + at + "H1000");
}

int tick_count(const Chart& chart) { return std::max(1, chart.height / kTickSpace); }

Html grid(const Chart& chart) {
  Html out;
  for (int i = 0; i <= tick_count(chart); ++i)
    out +=
        path("grid", fmt::format("M0 {:.1f}H1000", chart.height * i / double(tick_count(chart))));
  return out;
}

Html stretched(const Chart& chart, const Scale& scale) {
  Html content = grid(chart) + mean_band(scale, chart);
  if (chart.other) content += path("other", step_path(scale, *chart.other));
  content += path("power", step_path(scale, chart.line));
  return Element("svg")
      .with("viewBox", fmt::format("0 0 1000 {}", chart.height))
      .with("preserveAspectRatio", "none")
      .with("width", "100%")
      .with("height", std::to_string(chart.height))
      .with("overflow", "visible")
      .of(content);
}

Html axis(const Chart& chart) {
  Html out;
  const int ticks = tick_count(chart);
  for (int i = 0; i <= ticks; ++i)
    out += Element("text")
               .with("x", "100%")
               .with("y", fmt::format("{:.1f}", 14.0 + chart.height * (ticks - i) / double(ticks)))
               .of(watts_figure(chart.top * i / ticks));
  return Element("svg")
      .with("class", "axis")
      .with("height", std::to_string(chart.height + 24))
      .of(out);
}

std::string clock_text(UtcTime time, double duration) {
  const std::string whole = format_time(time);  // 2026-11-30T09:14:07.312Z
  if (duration > 86'400.0) return whole.substr(5, 5) + " " + whole.substr(11, 5);
  return duration > 60.0 ? whole.substr(11, 8) : whole.substr(11, 10);
}

Html times(const Chart& chart) {
  Html out;
  for (int quarter = 0; quarter <= 4; ++quarter) {
    const UtcTime time = chart.trace.start + from_seconds(chart.trace.duration * quarter / 4.0);
    const std::string_view anchor = quarter == 0 ? "start" : quarter == 4 ? "end" : "middle";
    out += Element("text")
               .with("x", fmt::format("{}%", 25 * quarter))
               .with("y", std::to_string(chart.height + 28))
               .with("text-anchor", anchor)
               .with("class", quarter % 2 == 0 ? "time" : "time quarter")
               .of(clock_text(time, chart.trace.duration));
  }
  return out;
}

std::string values(const PowerLine& line) {
  std::string out;
  for (const auto& watts : line.watts) {
    if (watts) out += fmt::format("{:.4g}", *watts);
    out += ',';
  }
  if (!out.empty()) out.pop_back();
  return out;
}

Element plot_area(const Chart& chart) {
  Element out("div");
  out.with("class", "chart")
      .with("data-start", fmt::format("{:.3f}", seconds(chart.trace.start.time_since_epoch())))
      .with("data-bin", fmt::format("{:.6g}", chart.trace.bin))
      .with("data-duration", fmt::format("{:.6f}", chart.trace.duration))
      .with("data-name", chart.line.name)
      .with("data-watts", values(chart.line))
      .with("data-described", chart.described_by);
  if (chart.other)
    out.with("data-other", values(*chart.other)).with("data-other-name", chart.other->name);
  return out;
}

}  // namespace

double largest_power(const PowerLine& line) {
  double out = 0.0;
  for (const auto& watts : line.watts) out = std::max(out, watts.value_or(0.0));
  return out;
}

double round_top(double watts) {
  if (!(watts > 0.0)) return 1.0;
  const double decade = std::pow(10.0, std::floor(std::log10(watts)));
  for (const double top : kRoundTops)
    if (top * decade >= watts) return top * decade;
  return 10.0 * decade;
}

std::string watts_figure(double watts) {
  if (watts < 999.5) return fmt::format("{:.3g} W", watts);
  return watts < 999.5e3 ? fmt::format("{:.3g} kW", watts / 1e3)
                         : fmt::format("{:.3g} MW", watts / 1e6);
}

Html chart_definitions() {
  return Html(R"html(<svg class="definitions" width="0" height="0" aria-hidden="true"><defs>
<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect class="hatch" width="2.5" height="7"/></pattern></defs></svg>)html");
}

Html power_chart(const Chart& chart) {
  const Scale scale(chart);
  const Html plot = Element("svg")
                        .with("class", "plot")
                        .with("height", std::to_string(chart.height + 34))
                        .of(Element("svg")
                                .with("y", "10")
                                .with("height", std::to_string(chart.height))
                                .with("overflow", "visible")
                                .of(gaps(scale, chart.line) + stretched(chart, scale)) +
                            times(chart));
  return plot_area(chart).of(
      Element("div").with("class", "frame").with("aria-hidden", "true").of(axis(chart) + plot));
}

}  // namespace joulemark
