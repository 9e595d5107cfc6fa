#include "query/crosscheck/chain_energy.h"

#include <algorithm>
#include <numeric>

#include "measurement/numbers.h"
#include "measurement/uncertainty.h"

namespace joulemark {
namespace {

constexpr double kMostGap = 0.01;  // of a block

bool is_accuracy(const UncertaintyComponent& component) {
  const std::string& name = component.name;
  return name == "gain" || name == "gain_unit" || name == "offset" || name == "offset_unit";
}

std::string unusable(const SeriesEnergy& energy) {
  if (energy.refused) return std::string(to_string(*energy.refused));
  if (energy.gap_fraction > kMostGap) return std::string(to_string(Code::kGap));
  if (energy.codes.contains(Code::kCounterReset))
    return std::string(to_string(Code::kCounterReset));
  return is_positive(energy.energy) ? "" : "no energy above zero";
}

// The samples that a block's energy can depend on: a level may last a day, a log longer.
constexpr Duration kAroundBlock = std::chrono::minutes(10);

template <class T>
std::vector<T> part(const std::vector<T>& column, std::size_t first, std::size_t last) {
  if (column.empty()) return {};
  return {column.begin() + static_cast<std::ptrdiff_t>(first),
          column.begin() + static_cast<std::ptrdiff_t>(last)};
}

Series samples_around(const Series& series, const Window& window) {
  const auto at = [&](UtcTime time) {
    const auto found = std::lower_bound(series.time.begin(), series.time.end(), time);
    return static_cast<std::size_t>(found - series.time.begin());
  };
  const std::size_t first = at(window.start - kAroundBlock), last = at(window.end + kAroundBlock);
  Series out;
  out.kind = series.kind;
  out.metrology = series.metrology;
  out.exporter = series.exporter;
  out.source = series.source;
  out.node_scope = series.node_scope;
  out.edges_only = series.edges_only;
  out.time = part(series.time, first, last);
  out.value = part(series.value, first, last);
  out.variance = part(series.variance, first, last);
  out.uncovered = part(series.uncovered, first, last);
  out.resets = part(series.resets, first, last);
  out.start = part(series.start, first, last);
  out.power_min = part(series.power_min, first, last);
  out.power_max = part(series.power_max, first, last);
  return out;
}

// What belongs to one sensor alone is the same unknown in every level.
void place_in_time(SeriesEnergy& energy, std::size_t sensor, double offset) {
  for (UncertaintyComponent& component : energy.budget) {
    if (is_accuracy(component) && component.group.empty())
      component.group = "sensor/" + std::to_string(sensor) + "/" + component.name;
    if (component.outage)
      component.outage = Interval{component.outage->begin + offset, component.outage->end + offset};
  }
}

}  // namespace

double BlockEnergy::sum() const { return std::accumulate(joules.begin(), joules.end(), 0.0); }

BlockEnergy block_energy(const ChainSeries& series, const Window& block, double clock_bound) {
  BlockEnergy out;
  for (const Series& one : series) {
    const SeriesEnergy energy = window_energy(samples_around(one, block), block, clock_bound);
    out.why = unusable(energy);
    if (!out.why.empty()) return out;
    out.joules.push_back(energy.energy);
  }
  return out;
}

Result<LevelEnergy> level_energy(const ChainSeries& series, const Window& window,
                                 double clock_bound) {
  LevelEnergy out{window, {}, {}};
  for (const Series& one : series) {
    out.sensors.push_back(window_energy(one, window, clock_bound));
    if (out.sensors.back().refused)
      return fail(ErrorCode::kInvalid,
                  "refused, " + std::string(to_string(*out.sensors.back().refused)) + ": " +
                      std::string(meaning_of(*out.sensors.back().refused)));
  }
  out.total = sum(out.sensors);
  if (!is_positive(out.total.energy)) return fail(ErrorCode::kInvalid, "no energy above zero");
  return out;
}

Total all_levels(const std::vector<LevelEnergy>& levels) {
  std::vector<SeriesEnergy> all;
  for (const LevelEnergy& level : levels)
    for (std::size_t i = 0; i < level.sensors.size(); ++i) {
      all.push_back(level.sensors[i]);
      place_in_time(all.back(), i, seconds(level.window.start - levels.front().window.start));
    }
  return sum(all);
}

double relative_accuracy(const std::vector<LevelEnergy>& levels) {
  double largest = 0.0;
  for (const LevelEnergy& level : levels) {
    Budget accuracy;
    for (const UncertaintyComponent& component : level.total.budget)
      if (is_accuracy(component)) accuracy.push_back(component);
    largest = std::max(largest, combine(accuracy).u_c / level.total.energy);
  }
  return largest;
}

}  // namespace joulemark
