// From the series of both sides to the cross-check: lag, blocks, energies, verdict (METHOD X).
// Pure: no clock, no I/O.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "query/crosscheck/chain_energy.h"
#include "query/crosscheck/crosscheck_record.h"
#include "query/crosscheck/level_request.h"

namespace joulemark {

struct LevelMaterial {
  LevelRequest level;
  ChainSeries reference, validated;                     // in the order of the record's sensors
  double reference_clock = 0.5, validated_clock = 0.5;  // delta of S-5, s
};

// Prepared: sensors, certificates, independence and ratio; the rest is computed here.
struct CrosscheckMaterial {
  CrosscheckRecord prepared;
  std::vector<LevelMaterial> levels;  // in order of time
  double widest_lag = kWidestLag;
  bool training = false;  // --protocol mlperf-training
};

// kInvalid: the sides are identical in time and value, a side has no energy in a level, too
// few blocks or levels; the message names the level.
Result<CrosscheckRecord> make_crosscheck(CrosscheckMaterial material);

// The measured lag takes the place of L1 and L2 before any block is cut; none was found: the
// stated limits, widened. kInvalid: limits that are no numbers.
Result<ChainSeries> with_measured_lag(ChainSeries validated, const std::optional<Lag>& lag);

}  // namespace joulemark
