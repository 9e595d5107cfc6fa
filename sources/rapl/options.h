// sources.rapl of the configuration.
#pragma once

#include "core/settings.h"

namespace joulemark::rapl {

struct Options {
  Duration interval = std::chrono::milliseconds(100);
  Watts max_plausible{2000.0};  // per zone (METHOD, table of defaults)
};

Result<Options> parse_options(const Settings& settings);

}  // namespace joulemark::rapl
