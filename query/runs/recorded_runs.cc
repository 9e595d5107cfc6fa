#include "query/runs/recorded_runs.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "core/time_text.h"
#include "query/runs/same_system.h"

namespace joulemark {
namespace {

tl::unexpected<Error> no_runs(const std::string& why) { return fail(ErrorCode::kInvalid, why); }

Result<void> sort_by_time(std::vector<ReportFile>& reports) {
  std::vector<std::pair<UtcTime, std::size_t>> order;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const auto start = parse_time(reports[i].start);
    if (!start) return no_runs(reports[i].file + ": " + start.error().message);
    order.emplace_back(*start, i);
  }
  std::sort(order.begin(), order.end());
  std::vector<ReportFile> sorted;
  sorted.reserve(reports.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0) {
      const ReportFile& before = reports[order[i - 1].second];
      const ReportFile& run = reports[order[i].second];
      if (before.id == run.id) return no_runs(before.file + " and " + run.file + ": one report");
      if (order[i - 1].first + from_seconds(before.duration) > order[i].first)
        return no_runs(before.file + " and " + run.file + ": their windows overlap");
    }
  }
  for (const auto& [start, i] : order) sorted.push_back(std::move(reports[i]));
  reports = std::move(sorted);
  return {};
}

RecordedRun recorded_run(const ReportFile& report) {
  RecordedRun out;
  out.energy = report.total.energy;
  out.budget = report.total.components;
  out.alias_bound = report.total.alias_bound;
  for (const std::string& word : report.total.reasons)
    if (const auto code = parse_code(word)) out.codes.insert(*code);
  out.codes.erase(Code::kSingleRun);
  out.performance = report.duration;
  return out;
}

Class class_of_runs(const RecordedRuns& runs) {
  Class cls = Class::kCalibrated;
  for (const ReportFile& run : runs.runs)
    cls = std::max(cls, run.total.cls.value_or(Class::kReferenceOnly));
  while (cls != Class::kReferenceOnly &&
         !(runs.mean.headline_U <= uncertainty_limit(cls) * runs.mean.energy))
    cls = static_cast<Class>(static_cast<int>(cls) + 1);
  return cls;
}

const ReportedRatio* ratio_in(const ReportFile& report, const std::string& unit) {
  const auto found = std::find_if(report.ratios.begin(), report.ratios.end(),
                                  [&](const ReportedRatio& ratio) { return ratio.unit == unit; });
  return found == report.ratios.end() ? nullptr : &*found;
}

// R-2 over all runs; u of the works adds linearly.
std::optional<WorkOfRuns> work_of(const RecordedRuns& runs, const std::string& unit) {
  double work = 0.0, u_work = 0.0;
  for (const ReportFile& run : runs.runs) {
    const ReportedRatio* ratio = ratio_in(run, unit);
    if (ratio == nullptr) return {};
    work += ratio->work;
    u_work += ratio->u_work;
  }
  const auto n = static_cast<double>(runs.runs.size());
  const auto per = energy_per_work(runs.mean.energy, runs.mean.combined.u_c, runs.mean.headline_U,
                                   work / n, u_work / n);
  if (!per) return {};
  return WorkOfRuns{unit, work, *per};
}

}  // namespace

Result<RecordedRuns> recorded_runs(std::vector<ReportFile> reports) {
  if (reports.empty()) return no_runs("no report");
  if (reports.size() > kMostRuns) return no_runs("more than 1000 reports");
  if (auto same = check_same_system(reports); !same) return tl::unexpected<Error>(same.error());
  if (auto done = sort_by_time(reports); !done) return tl::unexpected<Error>(done.error());
  RecordedRuns out;
  out.runs = std::move(reports);
  std::vector<RecordedRun> runs;
  std::transform(out.runs.begin(), out.runs.end(), std::back_inserter(runs), recorded_run);
  auto mean = mean_of_runs(runs);
  if (!mean) return tl::unexpected<Error>(mean.error());
  out.mean = std::move(*mean);
  out.cls = class_of_runs(out);
  if (const auto olympic = olympic_mean(runs))
    out.olympic = *olympic;
  else
    out.no_olympic = olympic.error().message;
  for (const ReportedRatio& ratio : out.runs.front().ratios)
    if (!out.work) out.work = work_of(out, ratio.unit);
  return out;
}

}  // namespace joulemark
