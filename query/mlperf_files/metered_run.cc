#include "query/mlperf_files/metered_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/time_text.h"
#include "query/counted_parts.h"
#include "query/figures.h"
#include "query/plan/arrangement.h"
#include "query/plan/supply_steps.h"
#include "query/power_bins.h"

namespace joulemark {
namespace {

constexpr double kShortestStep = 1.0;     // s, policy of Training: at least one reading a second
constexpr std::size_t kFewestSteps = 60;  // likewise: max(a run, 60 samples)
constexpr double kSumTolerance = 0.01;    // of a series' energy

tl::unexpected<Error> no_files(const std::string& why) { return fail(ErrorCode::kInvalid, why); }

bool was_converted(const NodeReport& unit) {
  return std::any_of(unit.steps.begin(), unit.steps.end(), [](const std::string& step) {
    return step.starts_with("S-2: ") || step.starts_with("S-2R: ");
  });
}

Supply supply_of_meters(const NodeReport& unit) {
  if (!was_converted(unit)) return unit.supply;
  return unit.supply == Supply::kAc ? Supply::kDc : Supply::kAc;
}

// The mean power of every step, so that their sum is the energy that the report counts.
Result<std::vector<double>> steps_of(const SensorTelemetry& sensor, const SeriesReport& series,
                                     const mlperf::PowerGrid& grid, double factor) {
  const auto bins = binned_power(sensor.series, {grid.start, grid.end}, grid.step);
  std::vector<double> out;
  double sum = 0.0;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const UtcTime begin = i == 0 ? grid.start : grid.end_of(i - 1, bins.size());
    if (!bins[i])
      return no_files(series.source + " " + series.sensor + " has no reading around " +
                      format_time(begin) + ": a power log cannot show a gap");
    out.push_back(*bins[i]);
    sum += *bins[i] * seconds(grid.end_of(i, bins.size()) - begin);
  }
  const double energy = series.energy.energy;
  if (!(sum > 0.0) || std::fabs(energy / sum - 1.0) > kSumTolerance)
    return no_files(
        series.source + " " + series.sensor +
        fmt::format(": its steps add up to {:.6g} J and its energy is {:.6g} J", sum, energy));
  for (double& watts : out) watts *= factor * energy / sum;
  return out;
}

// METHOD S-2R, where the plan knows the power supplies of the node that the meters feed.
void add_conversion(const NodeReport& unit, const Plan* plan, double duration,
                    mlperf::MeteredUnit& out) {
  out.conversion_how =
      out.supply == Supply::kDc ? "measured as DC" : "not converted: the energy stays AC";
  if (plan == nullptr || out.supply != Supply::kAc || unit.feeds.size() > 1) return;
  NodeReport alone = unit;
  if (!alone.feeds.empty()) alone.node = alone.feeds.front();
  alone.feeds.clear();
  const auto steps = steps_to(Supply::kDc, *plan, alone, duration);
  if (!steps || !steps->efficiency) return;
  const auto factor = ac_to_dc_factor(*steps->efficiency);
  if (!factor) return;
  out.conversion = factor->value;
  out.conversion_how =
      fmt::format("{} by the certified points of {}, U {:.4f} (METHOD S-2R)",
                  fmt::format("{:.4f}", factor->value), steps->efficiency->psu_model, factor->U);
}

class RunBuilder {
 public:
  RunBuilder(const Measured& measured, FilesFor use, const Members& members)
      : report_(measured.report), plan_(plan_of(measured.request)), use_(use), members_(members) {
    out_.grid.start = report_.times.start;
    out_.grid.end = report_.times.end;
    out_.grid.native_interval = report_.evidence.longest_scrape;
    out_.grid.step = std::max(kShortestStep, report_.evidence.longest_scrape);
  }

  Result<MeteredRun> build() {
    for (const NodeReport& unit : report_.nodes) {
      if (!unit.counted()) continue;
      auto made = unit_of(unit);
      if (!made) return tl::unexpected<Error>(made.error());
      if (unit.equipment)
        add_measured_switch(unit);
      else
        out_.units.push_back(std::move(*made));
    }
    for (const SharedReport& shared : report_.shared)
      out_.switches.push_back(
          {shared.name, shared.training_energy / report_.times.duration(), false, shared.how});
    return std::move(out_);
  }

 private:
  [[nodiscard]] double factor_of(const NodeReport& unit) const {
    return use_ == FilesFor::kTraining && was_converted(unit) ? 1.0 : counted_per_metered(unit);
  }

  Result<mlperf::MeteredUnit> unit_of(const NodeReport& unit) const {
    mlperf::MeteredUnit out;
    out.name = unit.feeds.size() == 1 ? unit.feeds.front() : unit.node;
    out.supply = use_ == FilesFor::kTraining ? supply_of_meters(unit) : unit.supply;
    for (std::size_t i = 0; i < unit.series.size(); ++i) {
      const SeriesReport& series = unit.series[i];
      if (series.role != MemberRole::kCounted) continue;
      auto watts = steps_of(*members_.at(unit.node).at(i), series, out_.grid, factor_of(unit));
      if (!watts) return fail_in(unit.node, watts.error());
      out.channels.push_back(
          {series.source + " " + series.sensor + " (" + series.scope + ")", std::move(*watts)});
    }
    if (use_ == FilesFor::kTraining) add_conversion(unit, plan_, report_.times.duration(), out);
    return out;
  }

  void add_measured_switch(const NodeReport& unit) {
    out_.switches.push_back({unit.node, unit.figure.energy / report_.times.duration(), true,
                             "measured, mean over the run"});
  }

  const Report& report_;
  const Plan* plan_;
  FilesFor use_;
  const Members& members_;
  MeteredRun out_;
};

Result<void> check_run_for_files(const Report& report) {
  if (report.total.figure.status != Total::Status::kComplete)
    return no_files("there is no total: " + report.total.why +
                    ": power files of a part of the nodes would say less than they seem to");
  if (report.total.reasons.contains(Code::kDuplicateSeries))
    return no_files("DUPLICATE_SERIES: nodes with identical readings were not all measured");
  return {};
}

Result<void> check_built(const MeteredRun& run) {
  for (const mlperf::MeteredUnit& unit : run.units) {
    if (unit.supply != run.units.front().supply)
      return no_files(
          "some meters are AC and some DC, which are never added: give "
          "psu_efficiency in the plan");
    if (unit.channels.front().watts.size() < kFewestSteps)
      return no_files(fmt::format("{} steps of {:g} s: MLPerf Training wants 60 samples or more",
                                  unit.channels.front().watts.size(), run.grid.step));
  }
  return {};
}

}  // namespace

Result<MeteredRun> metered_run(const Measured& measured, FilesFor use) {
  if (auto good = check_run_for_files(measured.report); !good)
    return tl::unexpected<Error>(good.error());
  const auto arrangement = arrange(measured.telemetry, plan_of(measured.request));
  if (!arrangement) return tl::unexpected<Error>(arrangement.error());
  auto run = RunBuilder(measured, use, arrangement->members).build();
  if (!run) return run;
  if (auto good = check_built(*run); !good) return tl::unexpected<Error>(good.error());
  return run;
}

}  // namespace joulemark
