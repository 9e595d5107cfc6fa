// The counted units of a measured run, resampled for MLPerf's power files.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "mlperf/files/metered_unit.h"
#include "mlperf/files/power_log.h"
#include "query/measure.h"

namespace joulemark {

struct MeteredRun {
  mlperf::PowerGrid grid;
  std::vector<mlperf::MeteredUnit> units;     // what feeds members
  std::vector<mlperf::SwitchPower> switches;  // shared equipment, measured or by its rating
};

// kTraining: as metered, with the factor to DC where the plan has the efficiency (METHOD S-2R).
// kWall: as counted.
enum class FilesFor { kTraining, kWall };

// kInvalid, with the rule: no total (a missing node), identical series, fewer than 60 steps, a step
// without readings, meters of AC and of DC, a sum that is not the energy of the report within 1 %.
Result<MeteredRun> metered_run(const Measured& measured, FilesFor use);

}  // namespace joulemark
