#include "measurement/crosscheck.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/names.h"
#include "measurement/crosscheck_levels.h"
#include "measurement/numbers.h"

namespace joulemark {
namespace {

constexpr NameTable<CrosscheckVerdict, 4> kVerdictNames{{
    {CrosscheckVerdict::kAgree, "AGREE"},
    {CrosscheckVerdict::kAgree5, "AGREE_5"},
    {CrosscheckVerdict::kInconclusive, "INCONCLUSIVE"},
    {CrosscheckVerdict::kDisagree, "DISAGREE"},
}};

Result<LevelResult> level_result(const CrosscheckLevel& level, const CrosscheckInput& input) {
  const auto sum = [](const std::vector<double>& blocks) {
    return std::accumulate(blocks.begin(), blocks.end(), 0.0);
  };
  const double validated = sum(level.validated);
  const auto en = en_score({sum(level.reference), level.U_reference},
                           {validated, level.U_validated}, input.ratio);
  if (!en) return tl::unexpected(en.error());
  const auto blocks = static_cast<double>(level.validated.size());
  return log_ratios(level.reference, level.validated, input.ratio)
      .and_then([&](const std::vector<double>& r) { return equivalence(r, input.ratio); })
      .map([&](const Equivalence& e) {
        return LevelResult{level.name, validated / (blocks * input.block_seconds), *en, e};
      });
}

// X-6 "the whole": the blocks of all levels pooled.
Result<LevelResult> whole_result(const CrosscheckInput& input) {
  const auto en = en_score(input.reference, input.validated, input.ratio);
  if (!en) return tl::unexpected(en.error());
  const PooledBlocks pooled = pooled_blocks(input);
  return log_ratios(pooled.reference, pooled.validated, input.ratio)
      .and_then([&](const std::vector<double>& r) { return equivalence(r, input.ratio); })
      .map([&](const Equivalence& e) {
        return LevelResult{"the whole", pooled.mean_validated_watts(input.block_seconds), *en, e};
      });
}

// X-5, with the reference brought to where the validated sensor sits.
Result<void> add_agreement(CrosscheckResult& result, const CrosscheckInput& input) {
  const PooledBlocks pooled = pooled_blocks(input);
  const auto x = powers(pooled.reference, input.ratio.rho * input.block_seconds);
  const auto y = powers(pooled.validated, input.block_seconds);
  const auto line = deming(x, y);
  const auto limits = bland_altman(x, y);
  if (!line) return tl::unexpected(line.error());
  if (!limits) return tl::unexpected(limits.error());
  result.line = *line;
  result.limits = *limits;
  return {};
}

Result<void> add_levels(CrosscheckResult& result, const CrosscheckInput& input) {
  for (const CrosscheckLevel& level : input.levels) {
    auto each = level_result(level, input);
    if (!each) return fail_in("level " + level.name, each.error());
    result.levels.push_back(std::move(*each));
  }
  auto whole = whole_result(input);
  if (!whole) return fail_in("the whole", whole.error());
  result.whole = std::move(*whole);
  return {};
}

std::vector<const LevelResult*> all_of_them(const CrosscheckResult& result) {
  std::vector<const LevelResult*> all;
  for (const LevelResult& level : result.levels) all.push_back(&level);
  all.push_back(&result.whole);
  return all;
}

// E_n > 1, or fails.
std::vector<std::string> disagreements(const CrosscheckResult& result,
                                       const CrosscheckInput& input) {
  std::vector<std::string> reasons;
  for (const LevelResult* level : all_of_them(result))
    if (level->en > 1.0) reasons.push_back(level->name + ": E_n is above 1");
  if (input.lag && input.lag->fails()) reasons.emplace_back("the lag is more than 10 s");
  if (result.limits.too_wide())
    reasons.emplace_back("the limits of agreement are wider than 5 % of the mean power");
  if (!input.offset_corrected &&
      std::fabs(result.line.intercept) > input.accuracy_watts + 2.0 * result.line.u_intercept)
    reasons.emplace_back("the sensors differ by an offset beyond the stated accuracy");
  return reasons;
}

std::vector<std::string> not_equivalent(const CrosscheckResult& result, double grade) {
  std::vector<std::string> reasons;
  for (const LevelResult* level : all_of_them(result)) {
    const Equivalence& e = level->equivalence;
    if (e.within(grade)) continue;
    reasons.push_back(level->name + (std::isinf(e.half_width)
                                         ? ": its blocks are too alike in time, more are needed"
                                         : ": the 90 % interval of the ratio leaves the limits"));
  }
  return reasons;
}

void decide(CrosscheckResult& result, const CrosscheckInput& input) {
  using enum CrosscheckVerdict;
  result.reasons = disagreements(result, input);
  if (!result.reasons.empty()) {
    result.verdict = kDisagree;
    result.codes.insert(Code::kCrosscheckDisagree);
    return;
  }
  const auto beyond_5 = not_equivalent(result, kGrade5), beyond_3 = not_equivalent(result, kGrade3);
  result.reasons = beyond_5.empty() ? beyond_3 : beyond_5;
  result.verdict = !beyond_5.empty() ? kInconclusive : beyond_3.empty() ? kAgree : kAgree5;
  if (result.verdict == kInconclusive) result.codes.insert(Code::kCrosscheckInconclusive);
}

}  // namespace

std::string_view to_string(CrosscheckVerdict verdict) { return name_of(kVerdictNames, verdict); }

Result<CrosscheckResult> crosscheck(const CrosscheckInput& input) {
  if (auto checked = check_levels(input); !checked) return tl::unexpected(checked.error());
  CrosscheckResult result;
  if (auto added = add_levels(result, input); !added) return tl::unexpected(added.error());
  if (auto added = add_agreement(result, input); !added) return tl::unexpected(added.error());
  decide(result, input);
  return result;
}

}  // namespace joulemark
