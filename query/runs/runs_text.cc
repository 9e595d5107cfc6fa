// The recorded runs for the screen.
#include <fmt/format.h>

#include "measurement/defaults.h"
#include "query/budget_rows.h"
#include "query/figures.h"
#include "query/headline_words.h"
#include "query/runs/recorded_runs.h"
#include "query/text_table.h"
#include "query/version.h"

namespace joulemark {
namespace {

constexpr std::size_t kRunsColumns = 110;
constexpr std::size_t kMostRunParts = 6;

std::string energy_pair(double energy, double U, const EnergyUnit& unit) {
  const RoundedPair pair = rounded(energy, U, unit.joules);
  return fmt::format("{} ± {} {}", pair.value, pair.uncertainty, unit.name);
}

Lines runs_table(const RecordedRuns& runs, const EnergyUnit& unit) {
  std::vector<Lines> rows{{"RUN", "ENERGY", "LENGTH", "CLASS", "REPORT"}};
  for (std::size_t i = 0; i < runs.runs.size(); ++i) {
    const ReportFile& run = runs.runs[i];
    rows.push_back(
        {std::to_string(i + 1), energy_pair(run.total.energy, run.total.U, unit),
         fmt::format("{:.1f} s", run.duration),
         run.total.cls ? std::string(to_string(*run.total.cls)) : "none",
         fmt::format("{} ({}), from {}Z", run.file, run.id.substr(0, 8), run.start.substr(0, 19))});
  }
  return text_table(rows, {{3, true}, {28, true}, {12, true}, {16}}, kRunsColumns);
}

Lines mean_lines(const RecordedRuns& runs, const EnergyUnit& unit) {
  const RunsMean& mean = runs.mean;
  Lines out;
  out.push_back(fmt::format("MEAN      {} ({}), of {}, k = {:.2f}",
                            energy_pair(mean.energy, mean.headline_U, unit),
                            percent(mean.headline_U / mean.energy),
                            count(mean.recorded, "recorded run"), mean.combined.k));
  if (mean.recorded > 1)
    out.push_back(fmt::format("SPREAD    {} between the runs (standard deviation)",
                              percent(mean.standard_deviation / mean.energy)));
  if (runs.olympic)
    out.push_back(fmt::format("OLYMPIC   {} {} without the fastest and the slowest run",
                              rounded(*runs.olympic, mean.headline_U, unit.joules).value,
                              unit.name));
  else
    append(out, wrap("OLYMPIC   none: " + runs.no_olympic, kRunsColumns, 10));
  if (runs.work) {
    const RoundedPair pair = rounded(runs.work->per_work.value, runs.work->per_work.U, 1.0);
    out.push_back(fmt::format("PER WORK  {} ± {} J per {} ({:.6g} in all runs)", pair.value,
                              pair.uncertainty, runs.work->unit, runs.work->work));
  }
  out.push_back("CLASS     " + upper(to_string(runs.cls)) +
                ", as the worst of the runs and U allow");
  if (mean.codes.contains(Code::kAliasRisk))
    out.emplace_back("          U_safe: includes worst-case aliasing");
  if (mean.codes.contains(Code::kSingleRun))
    append(out, wrap("SINGLE_RUN  one run says nothing about how much the next one would differ",
                     kRunsColumns, 12));
  return out;
}

Lines runs_budget(const RunsMean& mean) {
  Lines out{pad("UNCERTAINTY OF THE MEAN", 34) + pad_left("part", 7)};
  const double whole = mean.combined.u_c * mean.combined.u_c;
  for (const BudgetRow& row : budget_rows(mean.budget, kMostRunParts))
    out.push_back("  " + pad(cut(row.name, 32), 32) + pad_left(part_text(row.square, whole), 7));
  return out;
}

}  // namespace

std::string runs_to_text(const RecordedRuns& runs) {
  const EnergyUnit unit = energy_unit(runs.mean.energy);
  Lines out{fmt::format("joulemark {}   method {}   recorded runs of one benchmark (rule R-1)",
                        program_version(), kMethodVersion)};
  for (const Lines& block :
       {runs_table(runs, unit), mean_lines(runs, unit), runs_budget(runs.mean)}) {
    out.emplace_back();
    append(out, block);
  }
  return join(out, "\n") + "\n";
}

}  // namespace joulemark
