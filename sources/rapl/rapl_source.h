// RAPL through powercap: energy counters of packages, DRAM, cores and the platform.
#pragma once

#include "core/source.h"

namespace joulemark {

extern const SourceEntry k_rapl_source;

}  // namespace joulemark
