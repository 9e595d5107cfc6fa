// The `loads` of a scenario file: names, parameters and what is made of what.
#pragma once

#include <map>
#include <string>

#include "core/settings.h"
#include "sources/replay/load.h"

namespace joulemark::replay {

using Loads = std::map<std::string, LoadPtr, std::less<>>;

inline constexpr Watts kMostWatts{1e8};
inline constexpr Duration kLongest = std::chrono::hours(24 * 365 * 100);

// Errors name file, line and key: an unknown kind, key or load, a load made of itself, a power
// below zero or above kMostWatts, a time above kLongest, more look-ups than a read at 10 Hz can
// pay.
Result<Loads> read_loads(const Settings& loads);

}  // namespace joulemark::replay
