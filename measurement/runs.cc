#include "measurement/runs.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "measurement/numbers.h"
#include "measurement/statistics.h"

namespace joulemark {
namespace {

constexpr std::size_t kFewestForOlympic = 3;

Result<void> check_run(const RecordedRun& run) {
  if (!is_amount(run.energy))
    return fail(ErrorCode::kInvalid, "the energy of a run is no finite, non-negative number");
  if (!is_amount(run.alias_bound) || !is_budget(run.budget))
    return fail(ErrorCode::kInvalid, "the uncertainty of a run is no finite, non-negative number");
  return {};
}

Result<void> check_runs(std::span<const RecordedRun> runs) {
  if (runs.empty()) return fail(ErrorCode::kInvalid, "there is no recorded run");
  for (const RecordedRun& run : runs)
    if (auto checked = check_run(run); !checked) return checked;
  return {};
}

// Differs from run to run: of its own moments, not of the sensor (U-1).
bool is_random(const UncertaintyComponent& component) {
  const std::string& name = component.name;
  return component.group.empty() && !component.outage &&
         (name == "resolution" || name == "tick" || name == "update" || name == "integration");
}

double random_variance(const Budget& budget) {
  double u2 = 0.0;
  for (const auto& component : budget)
    if (is_random(component)) u2 += component.u * component.u;
  return u2;
}

// Root sum of squares of the ungrouped systematic components of one name: its units are independent
// of each other, but the same in every run.
void add_unit_part(Budget& units, const UncertaintyComponent& component, double n) {
  const std::string group = "unit/" + component.name;
  const auto same = [&](const auto& line) { return line.group == group; };
  const auto found = std::find_if(units.begin(), units.end(), same);
  if (found == units.end()) {
    units.push_back({component.name, component.u / n, component.dof, group, {}});
    return;
  }
  found->u = std::hypot(found->u, component.u / n);
  found->dof = std::min(found->dof, component.dof);
}

// Outages of two runs have different causes whatever their place in the window.
std::string group_over_runs(const UncertaintyComponent& line, std::size_t run) {
  return line.group.starts_with("outage/") ? "run " + std::to_string(run + 1) + "/" + line.group
                                           : line.group;
}

void add_systematic(Budget& mean, const RecordedRun& run, std::size_t index, double n) {
  Budget units;
  for (auto& line : grouped(run.budget)) {
    if (is_random(line)) continue;
    if (line.group.empty())
      add_unit_part(units, line, n);
    else
      mean.push_back({line.name, line.u / n, line.dof, group_over_runs(line, index), {}});
  }
  mean.insert(mean.end(), units.begin(), units.end());
}

UncertaintyComponent type_a(std::span<const RecordedRun> runs, double deviation) {
  const auto n = static_cast<double>(runs.size());
  double random = 0.0;
  for (const RecordedRun& run : runs) random += random_variance(run.budget);
  const double scatter2 = deviation * deviation / n, random2 = random / (n * n);
  if (scatter2 > random2) return {"runs", std::sqrt(scatter2), n - 1.0, {}, {}};
  return {"runs", std::sqrt(random2), kInfinity, {}, {}};
}

Result<RunsMean> combined_mean(RunsMean mean) {
  mean.combined = combine(mean.budget);
  mean.headline_U = mean.codes.contains(Code::kAliasRisk)
                        ? safe_uncertainty(mean.combined.U, mean.alias_bound)
                        : mean.combined.U;
  if (!is_amount(mean.energy) || !is_amount(mean.headline_U))
    return fail(ErrorCode::kInvalid, "the energies of the runs are beyond what arithmetic holds");
  return mean;
}

Result<RunsMean> single_run(const RecordedRun& run) {
  RunsMean mean{run.energy, 1, 0.0, run.budget, {}, run.alias_bound, 0.0, run.codes};
  mean.codes.insert(Code::kSingleRun);
  return combined_mean(std::move(mean));
}

}  // namespace

Result<RunsMean> mean_of_runs(std::span<const RecordedRun> runs) {
  if (auto checked = check_runs(runs); !checked) return tl::unexpected(checked.error());
  if (runs.size() == 1) return single_run(runs.front());
  const auto n = static_cast<double>(runs.size());
  RunsMean mean;
  mean.recorded = runs.size();
  std::vector<double> energies;
  for (const RecordedRun& run : runs) {
    energies.push_back(run.energy);
    mean.energy += run.energy;
    mean.alias_bound += run.alias_bound / n;
    mean.codes.insert(run.codes.begin(), run.codes.end());
  }
  mean.energy /= n;
  mean.standard_deviation = standard_deviation(energies);
  mean.budget.push_back(type_a(runs, mean.standard_deviation));
  for (std::size_t i = 0; i < runs.size(); ++i) add_systematic(mean.budget, runs[i], i, n);
  return combined_mean(std::move(mean));
}

Result<double> olympic_mean(std::span<const RecordedRun> runs) {
  if (runs.size() < kFewestForOlympic)
    return fail(ErrorCode::kInvalid, "the Olympic mean needs at least three runs");
  if (auto checked = check_runs(runs); !checked) return tl::unexpected(checked.error());
  std::vector<std::pair<double, double>> ranked;
  for (const RecordedRun& run : runs) {
    if (!run.performance || !std::isfinite(*run.performance))
      return fail(ErrorCode::kInvalid, "a run has no performance to rank it by");
    ranked.emplace_back(*run.performance, run.energy);
  }
  std::sort(ranked.begin(), ranked.end());
  double sum = 0.0;
  for (std::size_t i = 1; i + 1 < ranked.size(); ++i) sum += ranked[i].second;
  const double mean = sum / static_cast<double>(ranked.size() - 2);
  if (!is_amount(mean))
    return fail(ErrorCode::kInvalid, "the energies of the runs are beyond what arithmetic holds");
  return mean;
}

}  // namespace joulemark
