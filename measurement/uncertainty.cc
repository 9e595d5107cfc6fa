#include "measurement/uncertainty.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "measurement/statistics.h"
#include "measurement/student_t.h"
#include "measurement/timing.h"

namespace joulemark {
namespace {

// An interval whose ends are no numbers may have been any time: it joins all others.
Interval known_interval(const Interval& interval) {
  if (std::isnan(interval.begin) || std::isnan(interval.end)) return {-kInfinity, kInfinity};
  return interval;
}

// U-1a: closed intervals that intersect, directly or through others, are one outage.
void group_outages(Budget& budget) {
  std::vector<std::pair<Interval, UncertaintyComponent*>> outages;
  for (auto& component : budget)
    if (component.outage) outages.emplace_back(known_interval(*component.outage), &component);
  std::sort(outages.begin(), outages.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first.begin, a.first.end) < std::pair(b.first.begin, b.first.end);
  });
  int number = 0;
  double end = -kInfinity;
  for (auto& [interval, component] : outages) {
    if (number == 0 || interval.begin > end + kTimeTolerance) ++number;
    end = std::max(end, interval.end);
    component->group = "outage/" + std::to_string(number);
  }
}

// U-1: u adds linearly, the dof are the smallest.
void add_linearly(UncertaintyComponent& sum, const UncertaintyComponent& part) {
  sum.u += part.u;
  sum.dof = std::min(sum.dof, part.dof);
  if (sum.name != part.name) sum.name = sum.group;
  if (sum.outage && part.outage)
    sum.outage = Interval{std::min(sum.outage->begin, part.outage->begin),
                          std::max(sum.outage->end, part.outage->end)};
}

Budget groups_of(Budget budget) {
  group_outages(budget);
  Budget lines;
  std::map<std::string, UncertaintyComponent> groups;
  for (auto& component : budget) {
    if (component.group.empty()) {
      lines.push_back(std::move(component));
      continue;
    }
    const auto [group, first] = groups.try_emplace(component.group, component);
    if (!first) add_linearly(group->second, component);
  }
  for (auto& [name, component] : groups) lines.push_back(std::move(component));
  return lines;
}

}  // namespace

Combined combine(const Budget& budget) {
  double finite = 0.0, infinite = 0.0, fourth = 0.0;  // u_F^2, u_B^2, sum u^4/nu (U-2)
  for (const auto& line : groups_of(budget)) {
    const double u2 = line.u * line.u;
    if (line.dof == kInfinity) {
      infinite += u2;
      continue;
    }
    finite += u2;
    fourth += u2 * u2 / (line.dof > 0.0 ? line.dof : 1.0);
  }
  Combined out;
  out.u_c = std::sqrt(finite + infinite);
  if (fourth > 0.0) out.dof = (finite + infinite) * (finite + infinite) / fourth;
  const double kF = coverage_factor(fourth > 0.0 ? finite * finite / fourth : kInfinity);
  out.U = std::sqrt(kF * kF * finite + 4.0 * infinite);  // U-3
  if (out.u_c > 0.0) out.k = out.U / out.u_c;
  return out;
}

Budget grouped(const Budget& budget) {
  Budget lines = groups_of(budget);
  std::stable_sort(lines.begin(), lines.end(),
                   [](const auto& a, const auto& b) { return a.u > b.u; });
  return lines;
}

double safe_uncertainty(double U, double alias_bound) {
  return std::hypot(U, 2.0 * rectangular(alias_bound));
}

}  // namespace joulemark
