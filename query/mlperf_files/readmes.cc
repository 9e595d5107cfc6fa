// What the files may be used for stands in the folder itself (METHOD L-4).
#include <fmt/format.h>

#include "core/time_text.h"
#include "query/figures.h"
#include "query/headline_words.h"
#include "query/mlperf_files/submission_texts.h"
#include "query/version.h"

namespace joulemark {
namespace {

std::string list_of(const std::vector<std::string>& words) {
  return words.empty() ? "nowhere" : join(words, ", ");
}

std::string codes_of(const Codes& codes) {
  std::vector<std::string> words;
  for (const Code code : codes) words.emplace_back(to_string(code));
  return list_of(words);
}

std::string figure_of_run(const Report& report) {
  const Total& total = report.total.figure;
  return fmt::format(
      "| | |\n|---|---|\n"
      "| window | {} to {}, {:.3f} s, from {} |\n"
      "| energy (normative) | {:.1f} J, expanded uncertainty {:.1f} J ({}), k = {:.2f} |\n"
      "| supply | {} |\n| class | {} |\n| reasons | {} |\n"
      "| may go to (a proposal to the working groups) | {} |\n| not to | {} |\n"
      "| report | {} |\n| made by | joulemark {} ({}) |\n\n",
      format_time(report.times.start), format_time(report.times.end), report.times.duration(),
      origin_of(report.window), total.energy, total.headline_U,
      percent(total.headline_U / total.energy), total.combined.k, supply_text(report.total.supply),
      to_string(report.total.cls), codes_of(report.total.reasons), list_of(report.total.may_go_to),
      list_of(report.total.not_to), report.id, program_version(), program_revision());
}

std::string sampling_of(const MeteredRun& run) {
  std::string out =
      fmt::format("Readings are means over steps of {:g} s; the meters were read every {:g} s.\n",
                  run.grid.step, run.grid.native_interval);
  if (run.grid.native_interval > 1.0)
    out +=
        "**That is slower than the one reading a second that MLPerf asks for**; nothing was "
        "interpolated to hide it.\n";
  return out;
}

// The formula of MLPerf's result summarizer, over what stands in the files.
double summarizers_joules(const MeteredRun& run) {
  const double duration = seconds(run.grid.end - run.grid.start);
  double out = 0.0;
  for (const mlperf::MeteredUnit& unit : run.units) {
    const std::vector<double> watts = unit.total();
    for (std::size_t i = 0; i < watts.size(); ++i) {
      const UtcTime begin = i == 0 ? run.grid.start : run.grid.end_of(i - 1, watts.size());
      out += unit.conversion * watts[i] * seconds(run.grid.end_of(i, watts.size()) - begin);
    }
  }
  for (const mlperf::SwitchPower& power : run.switches) out += power.watts * duration;
  return out;
}

double mean_watts(const MeteredRun& run) {
  double joules = 0.0;
  for (const mlperf::MeteredUnit& unit : run.units) {
    const std::vector<double> watts = unit.total();
    double sum = 0.0;
    for (const double one : watts) sum += one;
    joules += sum / static_cast<double>(watts.size());
  }
  return joules;
}

}  // namespace

std::string training_readme(const Measured& measured, const MeteredRun& run) {
  std::string out =
      "# Power logs of MLPerf Training or HPC, from telemetry\n\n" + figure_of_run(measured.report);
  out += sampling_of(run);
  out += fmt::format(
      "\nCompatibility figure, not the normative one: {:.1f} J by the formula of mlcommons/logging "
      "(result_summarizer) over these files, as {}; switches at rating x share of the ports where "
      "they are "
      "estimated.\n\n| file | what | conversion_eff |\n|---|---|---|\n",
      summarizers_joules(run),
      supply_text(run.units.empty() ? Supply::kUnknown : run.units.front().supply));
  for (std::size_t i = 0; i < run.units.size(); ++i)
    out += fmt::format("| node_{}.txt | {} | {:.4f}: {} |\n", i, run.units[i].name,
                       run.units[i].conversion, run.units[i].conversion_how);
  for (std::size_t i = 0; i < run.switches.size(); ++i)
    out += fmt::format("| sw_{}.txt | {} ({}) | |\n", i, run.switches[i].name, run.switches[i].how);
  return out +
         "\nThe rules of Training and HPC accept power meters in software at a target accuracy of "
         "5 %, shown by "
         "a comparison (`joulemark crosscheck --protocol mlperf-training`). Whether a submission "
         "is accepted is "
         "for MLCommons to say, not for this file.\n";
}

std::string inference_readme(const Measured& measured, const MeteredRun& run) {
  return "# spl.txt and what goes with it, from telemetry\n\n" + figure_of_run(measured.report) +
         sampling_of(run) +
         fmt::format(
             "\nCompatibility figure, not the normative one: mean power {:.6f} W, the plain mean "
             "of the lines "
             "of spl.txt as the submission checker forms it.\n\n"
             "**This is no valid closed power submission.** MLPerf Inference Power accepts "
             "measurements by PTDaemon only. "
             "No PTDaemon, analyzer or power-dev software took part; client.json and server.json "
             "say so. "
             "MLCommons' messaging guidelines do not allow performance per watt from other "
             "measurements to be "
             "published as MLPerf power.\n",
             mean_watts(run));
}

}  // namespace joulemark
