// How far this machine's clock may be off (METHOD S-5), for windows that it stamps.
#pragma once

#include "core/clock.h"
#include "promapi/client.h"
#include "query/services.h"
#include "query/window_file.h"

namespace joulemark {

// adjtimex where the kernel is synchronised, and |server time - local time| + half the round trip
// where a server answers: the larger of what is measured.
WindowClock host_clock(const Clock& clock, PrometheusClient* server);
// The worse of two moments.
WindowClock worse_clock(const WindowClock& a, const WindowClock& b);

Instant instant_now(const Clock& clock);

}  // namespace joulemark
