// pm_counters of Cray XC and HPE Cray EX: power and energy of a node as its controller measures
// them, each value with the controller's own time stamp.
#pragma once

#include "core/source.h"

namespace joulemark {

extern const SourceEntry k_cray_source;

}  // namespace joulemark
