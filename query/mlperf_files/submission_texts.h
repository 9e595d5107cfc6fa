// The texts beside MLPerf's power files: what was measured with what, how well, and what it may be
// used for.
#pragma once

#include <string>

#include "query/measure.h"
#include "query/mlperf_files/metered_run.h"
#include "query/mlperf_files/submission_files.h"

namespace joulemark {

std::string training_readme(const Measured& measured, const MeteredRun& run);
std::string inference_readme(const Measured& measured, const MeteredRun& run);

// One row per counted source, of every unit that has it.
std::string analyzer_table(const Report& report);
std::string power_settings(const Report& report);

// client.json and server.json that say what they are: no message, no source hash and no reply of
// MLCommons' client, server or PTDaemon; SHA-256 of the files written so far.
std::string honest_session(const Measured& measured, const SubmissionFiles& files);
std::string no_ptdaemon();
std::string session_name(const Report& report);  // "2026-11-30_12-00-00_joulemark", UTC

// <system>_power.yaml from the power supplies of the plan; empty: it names none.
std::string nameplates(const Measured& measured);
std::string system_name(const Measured& measured);  // of the plan, as a file name; "system"

}  // namespace joulemark
