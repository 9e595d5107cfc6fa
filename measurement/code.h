// The one list of reason codes (METHOD L-5). A code without a row in code.cc is a defect.
#pragma once

#include <optional>
#include <set>
#include <string_view>

#include "measurement/class.h"

namespace joulemark {

enum class Code {
  kTooFewSamples,
  kNoBracket,
  kInsufficientResolution,
  kGapOverLimit,
  kClockUnsynced,
  kSeveralResets,
  kApparentPower,
  kNotComparable,
  kIncompleteNodes,
  kServerPartial,
  kLabelConflict,
  kReplicaSeries,
  kMetadataChanged,
  kAliasRisk,
  kAliasUnbounded,
  kUpdateUnknown,
  kEdgeGap,
  kEdgeExtrapolated,
  kGap,
  kCounterReset,
  kTickLimited,
  kFrozen,
  kImplausible,
  kBoundsExceeded,
  kBoundsDeclared,
  kClassDefaultAccuracy,
  kCalibrationExpired,
  kCertificateMismatch,
  kClockUnmeasured,
  kSupplyUndeclared,
  kBoundaryUnknown,
  kPartialScope,
  kBasisChanged,
  kOverInclusive,
  kCoverMismatch,
  kFeedMismatch,
  kStorageInPath,
  kEfficiencyUnusual,
  kSharedNode,
  kUnlistedActive,
  kAllocationTyped,
  kEstimatedPart,
  kEstimatedMembers,
  kDuplicateSeries,
  kCounterVsPower,
  kCrosscheckInconclusive,
  kCrosscheckDisagree,
  kSensorFiltered,
  kSimulated,
  kSamplingTooSlow,
  kWindowTooShort,
  kIntervalTooLong,
  kClockBoundHigh,
  kBudgetExceeded,
  kMlperfDiffers,
  kSingleRun,
};

enum class Effect {
  kRefuse,  // the series: its members are then missing (N-3)
  kRefuseComparison,
  kRefuseTotal,  // total null, partial sum apart
  kError,        // no report
  kCap,          // caps the class at cap_of()
  kInform,
};

using Codes = std::set<Code>;

std::string_view to_string(Code);  // "ALIAS_RISK"
std::optional<Code> parse_code(std::string_view);
Effect effect_of(Code);
// Fixed cap of a code with Effect::kCap; codes whose cap depends on an amount (GAP,
// EDGE_EXTRAPOLATED, TICK_LIMITED, WINDOW_TOO_SHORT, BUDGET_EXCEEDED) are decided in classify.h.
Class cap_of(Code);
// One sentence for people: what it means; and what lifts it.
std::string_view meaning_of(Code);
std::string_view remedy_of(Code);

}  // namespace joulemark
