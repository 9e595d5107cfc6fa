// Batteries of the machine itself: what it takes from them while nothing else feeds it.
#pragma once

#include "core/source.h"

namespace joulemark {

extern const SourceEntry k_battery_source;

}  // namespace joulemark
