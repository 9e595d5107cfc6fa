// sources.cray of the configuration.
#pragma once

#include "core/settings.h"

namespace joulemark::cray {

struct Options {
  Duration interval = std::chrono::milliseconds(100);
};

Result<Options> parse_options(const Settings& settings);

}  // namespace joulemark::cray
