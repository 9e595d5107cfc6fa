// Lights: each question that decides what the figure is worth, its answer, and what would lift it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "query/code_order.h"
#include "query/comparisons.h"
#include "query/evidence_rows.h"
#include "query/headline_words.h"
#include "query/html_panels.h"

namespace joulemark {
namespace {

enum class State { kOk, kNoted, kLimits, kRefused };

// A code of METHOD L-5 belongs to one light; the others stand under the reason codes only.
struct Light {
  std::string_view title;
  std::vector<std::string> facts;
  std::span<const Code> codes;
};

constexpr std::array kNodes{Code::kIncompleteNodes, Code::kAllocationTyped,  Code::kUnlistedActive,
                            Code::kSharedNode,      Code::kEstimatedMembers, Code::kServerPartial};
constexpr std::array kClock{Code::kClockUnsynced, Code::kClockUnmeasured, Code::kClockBoundHigh};
constexpr std::array kCoverage{
    Code::kGapOverLimit,    Code::kGap,           Code::kEdgeGap,        Code::kEdgeExtrapolated,
    Code::kCounterReset,    Code::kSeveralResets, Code::kFrozen,         Code::kImplausible,
    Code::kDuplicateSeries, Code::kReplicaSeries, Code::kIntervalTooLong};
constexpr std::array kSampling{Code::kAliasRisk,
                               Code::kAliasUnbounded,
                               Code::kUpdateUnknown,
                               Code::kSamplingTooSlow,
                               Code::kWindowTooShort,
                               Code::kTickLimited,
                               Code::kInsufficientResolution,
                               Code::kTooFewSamples,
                               Code::kNoBracket,
                               Code::kBudgetExceeded,
                               Code::kSensorFiltered};
constexpr std::array kSupply{Code::kSupplyUndeclared, Code::kBoundaryUnknown, Code::kApparentPower,
                             Code::kStorageInPath, Code::kEfficiencyUnusual};
constexpr std::array kCover{Code::kPartialScope,  Code::kBasisChanged, Code::kOverInclusive,
                            Code::kCoverMismatch, Code::kFeedMismatch, Code::kCounterVsPower,
                            Code::kEstimatedPart};
constexpr std::array kAccuracy{Code::kClassDefaultAccuracy,
                               Code::kCalibrationExpired,
                               Code::kCertificateMismatch,
                               Code::kMetadataChanged,
                               Code::kBoundsExceeded,
                               Code::kBoundsDeclared,
                               Code::kSimulated};

std::vector<std::string> rows_named(const Report& report,
                                    std::initializer_list<std::string_view> names) {
  std::vector<std::string> out;
  for (const EvidenceRow& row : evidence_rows(report))
    if (std::find(names.begin(), names.end(), row.name) != names.end()) out.push_back(row.text);
  return out;
}

std::vector<std::string> or_else(std::vector<std::string> facts, std::string_view otherwise) {
  if (facts.empty()) facts.emplace_back(otherwise);
  return facts;
}

std::vector<Light> lights_of(const Report& report) {
  std::vector<Light> out{{"Nodes", rows_named(report, {"nodes", "unlisted"}), kNodes}};
  if (report.evidence.series == 0) return out;
  out.push_back({"Clocks", rows_named(report, {"clock"}), kClock});
  out.push_back({"Coverage", rows_named(report, {"coverage", "series"}), kCoverage});
  out.push_back({"Sampling", rows_named(report, {"sampling"}), kSampling});
  out.push_back({"Supply", {where_measured(report)}, kSupply});
  out.push_back({"Cover",
                 or_else(comparison_lines(report), "no second complete cover to compare with"),
                 kCover});
  out.push_back({"Accuracy",
                 or_else(rows_named(report, {"accuracy", "bounds"}),
                         "each counted meter has limits of error in U"),
                 kAccuracy});
  return out;
}

State state_of(Code code, const TotalReport& total) {
  const bool limits = std::find(total.limited_by.begin(), total.limited_by.end(),
                                to_string(code)) != total.limited_by.end();
  switch (effect_of(code)) {
    case Effect::kRefuse:
    case Effect::kRefuseComparison:
    case Effect::kRefuseTotal:
    case Effect::kError:
      return State::kRefused;
    case Effect::kCap:
      return State::kLimits;
    case Effect::kInform:
      break;
  }
  return limits ? State::kLimits : State::kNoted;
}

Codes codes_of(const Light& light, const TotalReport& total) {
  Codes out;
  for (const Code code : light.codes)
    if (total.reasons.contains(code)) out.insert(code);
  return out;
}

// Shape and word carry the state; the colour only repeats it.
Html badge(State state) {
  switch (state) {
    case State::kOk:
      return element("span", "state ok", "✓ nothing against it");
    case State::kNoted:
      return element("span", "state noted", "i noted");
    case State::kLimits:
      return element("span", "state limits", "! limits the class");
    case State::kRefused:
      return element("span", "state refuses", "✕ refuses a figure");
  }
  return {};
}

Html lifts(const Codes& codes) {
  Html out;
  for (const Code code : by_seriousness(codes))
    out +=
        element("p", "lift",
                element("code", to_string(code)) + text(" " + std::string(remedy_of(code)) + "."));
  return out;
}

Html card(const Light& light, const TotalReport& total) {
  const Codes codes = codes_of(light, total);
  State state = State::kOk;
  for (const Code code : codes) state = std::max(state, state_of(code, total));
  Html content = element("h3", text(light.title)) + badge(state);
  for (const std::string& fact : light.facts) content += element("p", fact);
  return element("li", "light", content + lifts(codes));
}

}  // namespace

Html evidence_panel(const Report& report) {
  Html cards;
  for (const Light& light : lights_of(report)) cards += card(light, report.total);
  return panel("evidence", "Evidence, and what would lift it", element("ul", "lights", cards));
}

}  // namespace joulemark
