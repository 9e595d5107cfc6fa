// hwmon: the meters of chips, boards and cards that have a driver in the kernel. One Source per
// chip.
#pragma once

#include "core/source.h"

namespace joulemark {

extern const SourceEntry k_hwmon_source;

}  // namespace joulemark
