// From a window without work to the idle baseline of every node (METHOD W-1). Pure.
#pragma once

#include "query/idle/idle_file.h"
#include "query/report.h"
#include "query/telemetry.h"

namespace joulemark {

// report: the window evaluated as any other, so that the series are those that will be split. A
// node has no baseline if it has no figure, if its power tells of work, or if METHOD W-1 refuses
// the window; the reason is said.
IdleFile idle_baselines(const Report& report, const Telemetry& telemetry);

}  // namespace joulemark
