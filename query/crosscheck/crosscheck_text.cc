#include "query/crosscheck/crosscheck_text.h"

#include <fmt/format.h>

#include <cmath>

#include "core/time_text.h"
#include "measurement/defaults.h"
#include "query/crosscheck/crosscheck_advice.h"
#include "query/figures.h"
#include "query/report_text.h"
#include "query/screen.h"
#include "query/version.h"

namespace joulemark {
namespace {

constexpr std::size_t kKeyColumns = 11;

// Further paragraphs of one key stand under the first.
void add_row(Lines& out, const std::string& key, const std::string& text) {
  append(out, wrap(pad(key, kKeyColumns) + text, kScreenColumns, kKeyColumns));
}

void add_chain(Lines& out, const std::string& key, const Chain& chain) {
  for (std::size_t i = 0; i < chain.size(); ++i)
    add_row(out, i == 0 ? key : "", (i == 0 ? "" : "+ ") + to_string(chain[i]));
}

void add_reference(Lines& out, const Reference& reference) {
  if (reference.kind == ReferenceKind::kTelemetry)
    add_chain(out, "AGAINST", reference.sensors);
  else
    add_row(out, "AGAINST",
            fmt::format("{} ({}, {})", reference.log.name,
                        reference.kind == ReferenceKind::kAnalyzerLog ? "log of PTDaemon" : "log",
                        count(reference.log.readings, "reading")));
  for (const Certificate& one : reference.certificates)
    add_row(out, "",
            fmt::format("certificate {} of {}, U = {}, until {}", one.number, one.laboratory,
                        percent(one.expanded_uncertainty), one.valid_until));
  for (const std::string& why : reference.not_calibrated)
    add_row(out, "", "not calibrated: " + why);
}

std::string lag_text(const CrosscheckRecord& record) {
  if (!record.lag)
    return "could not be looked for (gaps in a trace): the stated latency is widened to 2 s";
  if (!record.lag->found())
    return fmt::format("none found (peak {:.2f}, below 0.5): the stated latency is widened to 2 s",
                       record.lag->peak);
  const Lag& lag = *record.lag;
  if (lag.latest > lag.earliest)
    return fmt::format(
        "validated {:.2f} s after the reference (peak {:.2f}), or anything from {:.1f} to {:.1f} "
        "s: the load "
        "is periodic",
        lag.seconds, lag.peak, lag.earliest - lag.step, lag.latest + lag.step);
  return fmt::format(
      "validated {:.2f} s after the reference (peak {:.2f}), corrected to +-{:.2g} s", lag.seconds,
      lag.peak, lag.step);
}

std::string verdict_words(CrosscheckVerdict verdict) {
  switch (verdict) {
    case CrosscheckVerdict::kAgree:
      return "the two agree within 3 % at every level and as a whole";
    case CrosscheckVerdict::kAgree5:
      return "the two agree within 5 % at every level and as a whole, not within 3 %";
    case CrosscheckVerdict::kInconclusive:
      return "they do not disagree, and it is not shown that they agree within 5 %";
    case CrosscheckVerdict::kDisagree:
      return "the two differ by more than their uncertainties explain";
  }
  return {};
}

std::string correction_percent(double log_ratio) {
  return std::isfinite(log_ratio) ? fmt::format("{:+.2f}", 100.0 * std::expm1(log_ratio)) : "open";
}

std::string equivalence_words(const Equivalence& e) {
  return e.within(kGrade3) ? "within 3 %" : e.within(kGrade5) ? "within 5 %" : "not shown";
}

Lines level_row(const LevelResult& level, const std::string& kind) {
  const Equivalence& e = level.equivalence;
  return {level.name,
          kind,
          fmt::format("{:.1f}", level.watts),
          correction_percent(e.mean_r),
          std::isinf(e.half_width) ? std::string("open")
                                   : correction_percent(e.mean_r - e.half_width) + " .. " +
                                         correction_percent(e.mean_r + e.half_width),
          std::to_string(e.blocks),
          fmt::format("{:.1f}", e.n_eff),
          equivalence_words(e),
          fmt::format("{:.2f} {}", level.en, level.en <= 1.0 ? "pass" : "FAIL")};
}

void add_levels(Lines& out, const CrosscheckRecord& record) {
  std::vector<Lines> rows{{"LEVEL", "KIND", "WATTS", "CORRECTION %", "90 % INTERVAL %", "BLOCKS",
                           "COUNT AS", "EQUIVALENCE", "E_n"}};
  for (std::size_t i = 0; i < record.levels.size(); ++i)
    rows.push_back(
        level_row(record.result.levels[i], std::string(to_string(record.levels[i].kind))));
  rows.push_back(level_row(record.result.whole, ""));
  std::string text = align(rows, 24);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  out.push_back(text);
}

void add_agreement(Lines& out, const CrosscheckResult& result) {
  add_row(out, "LINE",
          fmt::format("validated = {:.4f} x reference/expected {:+.2f} W (u {:.2f} W)",
                      result.line.slope, result.line.intercept, result.line.u_intercept));
  add_row(out, "BLOCKS",
          fmt::format("reference/expected - validated: {:+.2f} W on average, 95 % of them within "
                      "{:+.2f} .. {:+.2f} W ({} of the mean; the limit is 5 %)",
                      result.limits.bias, result.limits.low, result.limits.high,
                      percent((result.limits.high - result.limits.bias) / result.limits.mean)));
}

void add_training(Lines& out, const CrosscheckRecord& record) {
  if (!record.training) return;
  std::vector<std::string> levels;
  for (const TrainingLevelResult& level : record.training->levels)
    levels.push_back(fmt::format("{} {:+.2f} %", level.name, 100.0 * level.difference));
  add_row(out, "TRAINING",
          fmt::format("MLPerf Training's own procedure (five windows of a minute, Olympic means, "
                      "5 %): {}: {}; it does not replace the verdict above",
                      record.training->accepted ? "ACCEPTED" : "NOT ACCEPTED", join(levels, ", ")));
}

void add_unit(Lines& out, const CrosscheckRecord& record) {
  add_chain(out, "VALIDATED", record.validated);
  const std::string model = model_of(record.validated), firmware = firmware_of(record.validated);
  add_row(out, "",
          (model.empty() ? "model not told" : model) +
              (firmware.empty() ? ", firmware not told" : ", firmware " + firmware));
  add_reference(out, record.reference);
  add_row(out, "EXPECTED",
          fmt::format("reference/validated = {:.4f}, u {} ({})", record.ratio.rho,
                      percent(record.ratio.u), record.ratio_how));
  add_row(out, "LAG", lag_text(record));
  add_row(out, "VERDICT",
          fmt::format("{}: {}", to_string(record.result.verdict),
                      verdict_words(record.result.verdict)));
  for (const std::string& reason : record.result.reasons) add_row(out, "", "because " + reason);
  add_row(out, "ALLOWS", allowance(record));
  for (const std::string& one : crosscheck_advice(record)) add_row(out, "NEXT", one);
  out.emplace_back();
  add_levels(out, record);
  out.emplace_back();
  add_agreement(out, record.result);
  add_training(out, record);
  for (const std::string& one : record.checked) add_row(out, "CHECKED", one);
  for (const std::string& one : record.declared) add_row(out, "DECLARED", one);
}

void add_fleet(Lines& out, const CrosscheckFile& file) {
  const CrosscheckFleet& fleet = *file.fleet;
  add_row(out, "FLEET",
          fmt::format("{}, firmware {}: {} tested, {} passed", model_of(file.units[0].validated),
                      firmware_of(file.units[0].validated), count(fleet.result.tested, "unit"),
                      fleet.passed));
  add_row(out, "VERDICT", std::string(to_string(fleet.verdict)));
  for (const std::string& reason : fleet.reasons) add_row(out, "", reason);
  if (fleet.transfer)
    add_row(out, "OTHERS",
            fmt::format("other units of the model: readings x {:.4f}, U = {} (k = {:.2f})",
                        fleet.transfer->factor, percent(fleet.transfer->U_relative),
                        fleet.transfer->k));
  out.emplace_back();
  std::vector<Lines> rows{{"UNIT", "VERDICT", "CORRECTION %", "E_n", "REFERENCE"}};
  for (const CrosscheckRecord& unit : file.units)
    rows.push_back({to_string(unit.validated.front()), std::string(to_string(unit.result.verdict)),
                    correction_percent(unit.result.whole.equivalence.mean_r),
                    fmt::format("{:.2f}", unit.result.whole.en),
                    unit.reference.calibrated() ? "calibrated" : "not calibrated"});
  std::string text = align(rows, 60);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  out.push_back(text);
}

}  // namespace

std::string crosscheck_to_text(const CrosscheckFile& file) {
  UtcTime begun = file.units.front().begun(), made = file.units.front().made();
  for (const CrosscheckRecord& unit : file.units) {
    begun = std::min(begun, unit.begun());
    made = std::max(made, unit.made());
  }
  Lines out{fmt::format("joulemark {}   method {}   cross-check {} .. {}", program_version(),
                        kMethodVersion, format_time(begun), format_time(made))};
  if (file.fleet)
    add_fleet(out, file);
  else
    add_unit(out, file.units.front());
  return join(out, "\n") + "\n";
}

}  // namespace joulemark
