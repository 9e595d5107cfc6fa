// The smallest and largest power that a series shows in a window: what S-4b calls the lowest
// reading or rate.
#pragma once

#include <optional>

#include "measurement/bounds.h"
#include "measurement/series.h"

namespace joulemark {

// Of a gauge its readings (METHOD G-1) inside the window. Of a counter the rates between successive
// points inside (C-3, C-4) that hold neither uncovered time nor a reset, of a tick-limited one the
// least and most that its ticks allow, and the exporter's trailing extremes (S-4c) that look back
// no further than the window's start. Empty: there is none of these.
std::optional<PowerRange> power_shown(const Series& series, const Window& window);

}  // namespace joulemark
