// The verdict on a sensor against an independent one upstream of it (METHOD ).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "measurement/code.h"
#include "measurement/crosscheck_agreement.h"
#include "measurement/crosscheck_equivalence.h"
#include "measurement/crosscheck_lag.h"
#include "measurement/crosscheck_ratio.h"
#include "measurement/crosscheck_score.h"

namespace joulemark {

inline constexpr double kBlock = 60.0;  // s, X-2

enum class LevelKind { kIdle, kSteady, kWorkload };

// One load level: energies of the same non-overlapping blocks, J, and U of their sums, J.
struct CrosscheckLevel {
  std::string name;
  LevelKind kind = LevelKind::kSteady;
  std::vector<double> reference, validated;
  double U_reference = 0.0, U_validated = 0.0;
};

struct CrosscheckInput {
  std::vector<CrosscheckLevel> levels;  // in order of time
  StatedEnergy reference, validated;    // of the whole
  ExpectedRatio ratio;
  double block_seconds = kBlock;        // longer over stored energy (S-6)
  std::optional<Lag> lag;               // X-3; none: not determined
  double accuracy_watts = 0.0;          // acc_abs of the validated sensor
  bool offset_corrected = false;        // its readings are corrected for their offset
};

enum class CrosscheckVerdict { kAgree, kAgree5, kInconclusive, kDisagree };
std::string_view to_string(CrosscheckVerdict);  // "AGREE", "AGREE_5", ...

struct LevelResult {
  std::string name;
  double watts = 0.0;  // mean power of the validated sensor
  double en = 0.0;
  Equivalence equivalence;
};

struct CrosscheckResult {
  CrosscheckVerdict verdict = CrosscheckVerdict::kInconclusive;
  std::vector<std::string> reasons;  // of anything but AGREE, one sentence each
  Codes codes;                       // CROSSCHECK_INCONCLUSIVE, CROSSCHECK_DISAGREE
  std::vector<LevelResult> levels;
  LevelResult whole;
  DemingLine line;     // validated over reference/rho, W
  BlandAltman limits;  // reference/rho against validated, W
};

// kInvalid: fewer than three levels, fewer than 5 blocks in one (X-2's 15 in all follow); no idle
// level or workload, one that is too short (idle and steady 300 s, workload 600 s); blocks shorter
// than 60 s; sensors that agree to the last digit in every block (not independent, X-0); one power
// only; whatever the rules refuse on their own.
Result<CrosscheckResult> crosscheck(const CrosscheckInput& input);

}  // namespace joulemark
