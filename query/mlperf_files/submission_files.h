// MLPerf's power files of a measured run, as a submitter lays them out, with what they may be used
// for beside them (METHOD L-4). None of them imitates PTDaemon.
#pragma once

#include <map>
#include <string>

#include "core/result.h"
#include "query/measure.h"

namespace joulemark {

using SubmissionFiles = std::map<std::string, std::string>;  // path below the folder, to its bytes

// By where the window came from: an MLLOG result makes the power logs of Training and HPC; a run of
// LoadGen, the endpoints harness or power-dev makes spl.txt and what goes with it. kInvalid:
// another window, or as metered_run().
Result<SubmissionFiles> submission_files(const Measured& measured);

// Into the folder, which must not exist or be empty; whole or not at all.
Result<void> write_submission_files(const std::string& folder, const SubmissionFiles& files);

}  // namespace joulemark
