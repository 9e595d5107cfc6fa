// POST /-/release?source=nvml&for=5m
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "core/units.h"

namespace joulemark {

inline constexpr Duration kReleaseTime = std::chrono::seconds(60);  // where none is asked for

struct ReleaseRequest {
  std::string source;
  Duration time = kReleaseTime;
};

// kInvalid: says how it is written.
Result<ReleaseRequest> parse_release(std::string_view query);

}  // namespace joulemark
