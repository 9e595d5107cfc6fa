#include "measurement/psu_efficiency.h"

#include <algorithm>
#include <cstdio>

#include "measurement/numbers.h"

namespace joulemark {
namespace {

using Points = std::vector<EfficiencyPoint>;

bool is_point(const EfficiencyPoint& point) {
  return is_amount(point.load) && is_positive(point.low) && point.low <= point.high &&
         point.high <= 1.0;
}

Result<Points> points_by_load(const PsuCurve& curve, double watts, int psus) {
  const auto refused = [&](const char* why) {
    return fail(ErrorCode::kInvalid, "efficiency of " + curve.psu_model + ": " + why);
  };
  if (psus < 1 || !is_amount(watts))
    return refused("no power supply, or no power that is a number");
  if (!is_positive(curve.rated_watts)) return refused("its rated power is not above zero");
  if (curve.points.empty()) return refused("it has no certified point");
  if (!std::all_of(curve.points.begin(), curve.points.end(), is_point))
    return refused("a certified point is not 0 < low <= high <= 1 at a load of 0 or more");
  Points points = curve.points;
  std::sort(points.begin(), points.end(),
            [](const auto& a, const auto& b) { return a.load < b.load; });
  const auto same_load = [](const auto& a, const auto& b) { return a.load == b.load; };
  if (std::adjacent_find(points.begin(), points.end(), same_load) != points.end())
    return refused("two certified points have the same load");
  return points;
}

std::string load_text(double load) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g %%", 100.0 * load);
  return text;
}

// Widest limits of the points from the last at or below `low` to the first at or above `high`.
Result<EfficiencyLimits> around(const PsuCurve& curve, const Points& points, double low,
                                double high) {
  if (low < points.front().load || high > points.back().load)
    return fail(ErrorCode::kNotPresent,
                "efficiency of " + curve.psu_model + ": its load of " + load_text(low) +
                    " lies outside the certified points, " + load_text(points.front().load) +
                    " to " + load_text(points.back().load));
  EfficiencyLimits limits{1.0, 0.0, kInfinity, curve.psu_model};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool below = i + 1 < points.size() && points[i + 1].load <= low;
    const bool above = i > 0 && points[i - 1].load >= high;
    if (below || above) continue;
    limits.low = std::min(limits.low, points[i].low);
    limits.high = std::max(limits.high, points[i].high);
  }
  return limits;
}

}  // namespace

Result<EfficiencyLimits> efficiency_at_output(const PsuCurve& curve, double watts, int psus) {
  const auto points = points_by_load(curve, watts, psus);
  if (!points) return tl::unexpected(points.error());
  const double load = watts / psus / curve.rated_watts;
  return around(curve, *points, load, load);
}

Result<EfficiencyLimits> efficiency_at_input(const PsuCurve& curve, double watts, int psus) {
  const auto points = points_by_load(curve, watts, psus);
  if (!points) return tl::unexpected(points.error());
  double least = 1.0, most = 0.0;
  for (const EfficiencyPoint& point : *points) {
    least = std::min(least, point.low);
    most = std::max(most, point.high);
  }
  const double load = watts / psus / curve.rated_watts;
  return around(curve, *points, load * least, load * most);
}

}  // namespace joulemark
