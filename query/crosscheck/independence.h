// Whether a reference may validate a sensor (METHOD X-0): upstream of it, another metering chip,
// the same scope. What telemetry shows is checked; what it cannot know is written down.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "query/crosscheck/crosscheck_record.h"

namespace joulemark {

// From the grid down.
enum class Place { kOutlet, kAcInput, kDcLine, kComponent };
// Empty: the boundary is not known.
std::optional<Place> place_of(const CheckedSensor& sensor);

struct Independence {
  bool same_device = false;  // a counter against the integrated power of its own device (L-3)
  std::vector<std::string> checked, declared;
};

// kInvalid: the reference lies downstream, or is a part of what it should validate, or covers more;
// one source and device, or one model of meter, on both sides; a sensor twice; a boundary that is
// not known (the option that declares it is named).
Result<Independence> check_independence(const Chain& reference, const Chain& validated);
// Of a log: an instrument at the wall.
Independence independence_of_log(const std::string& log, const Chain& validated);

// Puts a boundary where the sensors tell none. kInvalid: they tell another one.
Result<void> declare_boundary(Chain& chain, Boundary boundary, const char* option);

}  // namespace joulemark
