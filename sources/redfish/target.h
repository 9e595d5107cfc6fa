// One service to be read, as the configuration names it (FORMATS 3).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/http_target.h"
#include "core/sensor.h"
#include "core/settings.h"

namespace joulemark::redfish {

struct Target : HttpTarget {  // url: "https://bmc-gpu0417", without a path
  std::string node;           // the machine that it measures; empty: the host of the URL
  std::string rack;
  Duration interval = std::chrono::seconds(1);
  std::optional<Boundary> boundary;  // overrides what the service says or the sums tell
  std::optional<Supply> supply;
  friend bool operator==(const Target&, const Target&) = default;
};

// The list at `targets:`. kInvalid with file, line and key: a URL that is none, that holds a
// password, a pin that is no SHA-256, a user without a password file, the same URL twice.
Result<std::vector<Target>> parse_targets(const Settings& list);

}  // namespace joulemark::redfish
