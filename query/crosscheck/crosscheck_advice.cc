#include "query/crosscheck/crosscheck_advice.h"

#include <fmt/format.h>

#include <cmath>

#include "core/time_text.h"
#include "measurement/crosscheck_validity.h"
#include "query/crosscheck/blocks_needed.h"
#include "query/figures.h"

namespace joulemark {
namespace {

std::vector<double> ratios_of(const CrosscheckRecord& record, const CheckedLevel& level) {
  std::vector<double> reference, validated;
  for (const CheckedBlock& block : level.blocks) {
    reference.push_back(block.reference);
    validated.push_back(block.validated);
  }
  return log_ratios(reference, validated, record.ratio).value_or(std::vector<double>{});
}

std::string too_few(const CrosscheckRecord& record, std::size_t i) {
  const CheckedLevel& level = record.levels[i];
  const auto needed = blocks_needed(ratios_of(record, level), record.ratio, kGrade5);
  if (!needed)
    return fmt::format(
        "level {}: more blocks will not help: the ratio is off by {} on average, the limit is 5 %",
        level.name, percent(std::fabs(std::expm1(record.result.levels[i].equivalence.mean_r))));
  return fmt::format("level {}: about {} blocks of {:.0f} s would do, it has {}; {} are advised",
                     level.name, std::max(*needed, level.blocks.size() + 1), record.block_seconds,
                     level.blocks.size(), kAdvisedBlocks);
}

bool any_en_above_one(const CrosscheckRecord& record) {
  bool above = record.result.whole.en > 1.0;
  for (const LevelResult& level : record.result.levels) above = above || level.en > 1.0;
  return above;
}

void advise_on_disagreement(const CrosscheckRecord& record, std::vector<std::string>& out) {
  if (any_en_above_one(record))
    out.push_back(fmt::format(
        "the energies differ by {} on average, beyond both U: is every feed (A and B, all PSUs) "
        "given with --against, does anything else hang on them, is the expected ratio {:.4f} "
        "right?",
        percent(std::fabs(std::expm1(record.result.whole.equivalence.mean_r))), record.ratio.rho));
  if (record.lag && record.lag->fails())
    out.push_back(
        fmt::format("the validated sensor comes {:.1f} s after the reference: mend a "
                    "clock, or the polling of its source",
                    record.lag->seconds));
  if (record.result.limits.too_wide() && !any_en_above_one(record))
    out.emplace_back(
        "single blocks scatter by more than 5 %: a sensor that is read too rarely, or "
        "another load on one of the two; look at the blocks in the JSON");
  if (std::fabs(record.result.line.intercept) >
      record.accuracy_watts + 2.0 * record.result.line.u_intercept)
    out.push_back(
        fmt::format("the sensors differ by {:.1f} W at any load: something small is on "
                    "one side only, or the sensor has an offset that nobody states",
                    record.result.line.intercept));
}

}  // namespace

std::string allowance(const CrosscheckRecord& record) {
  if (record.result.verdict == CrosscheckVerdict::kDisagree)
    return "class reference-only for the sensor (CROSSCHECK_DISAGREE) until it is mended";
  if (record.result.verdict == CrosscheckVerdict::kInconclusive)
    return "nothing: at most class vendor-stated (CROSSCHECK_INCONCLUSIVE)";
  if (record.same_device)
    return "its sampling misses nothing that its counter sees; nothing about accuracy (METHOD L-3)";
  if (record.simulated())
    return "nothing: a sensor of the replay source took part (SIMULATED, reference-only)";
  const auto [low, high] = record.tested_watts();
  return fmt::format("readings corrected from {:.0f} to {:.0f} W, same firmware, until {}; {}", low,
                     high, format_time(valid_until(record.made())).substr(0, 10),
                     record.reference.calibrated()
                         ? "class cross-validated"
                         : "no class, because the reference is not calibrated");
}

std::vector<std::string> crosscheck_advice(const CrosscheckRecord& record) {
  std::vector<std::string> out;
  const CrosscheckResult& result = record.result;
  if (result.verdict == CrosscheckVerdict::kDisagree) advise_on_disagreement(record, out);
  if (result.verdict == CrosscheckVerdict::kInconclusive) {
    for (std::size_t i = 0; i < result.levels.size(); ++i)
      if (!result.levels[i].equivalence.within(kGrade5)) out.push_back(too_few(record, i));
    if (out.empty())
      out.emplace_back(
          "every level passes alone and the whole does not: the ratio differs from "
          "level to level, so longer levels do not help; look at offsets");
  }
  if (record.passed() && !record.same_device) {
    if (!record.reference.calibrated())
      out.push_back("for class cross-validated: " + record.reference.not_calibrated.front());
    if (model_of(record.validated).empty() || firmware_of(record.validated).empty())
      out.emplace_back(
          "the sensor tells no model or no firmware: METHOD X-7 lets a cross-check "
          "speak for a sensor only with both");
  }
  for (const CheckedLevel& level : record.levels)
    if (!level.left_out.empty())
      out.push_back(fmt::format("level {}: {} left out, first at {} ({})", level.name,
                                count(level.left_out.size(), "block"),
                                format_time(level.left_out.front().first),
                                level.left_out.front().second));
  return out;
}

}  // namespace joulemark
