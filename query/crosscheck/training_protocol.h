// The acceptance procedure of MLPerf Training on the blocks of a cross-check (--protocol
// mlperf-training).
#pragma once

#include "core/result.h"
#include "query/crosscheck/crosscheck_record.h"

namespace joulemark {

// The first five one-minute windows of each level; the validated sensor's powers brought to the
// reference by the expected ratio. kInvalid: not exactly idle and two loads, blocks that are not
// one minute long, fewer than five.
Result<TrainingAcceptance> training_protocol(const CrosscheckRecord& record);

}  // namespace joulemark
