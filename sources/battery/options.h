// sources.battery of the configuration.
#pragma once

#include "core/settings.h"

namespace joulemark::battery {

struct Options {
  Duration interval = std::chrono::seconds(1);
};

Result<Options> parse_options(const Settings& settings);

}  // namespace joulemark::battery
