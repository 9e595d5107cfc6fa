// sources.amdgpu of the configuration.
#pragma once

#include "core/settings.h"
#include "core/units.h"

namespace joulemark::amdgpu {

struct Options {
  Duration interval = std::chrono::milliseconds(250);
};

Result<Options> parse_options(const Settings& settings);

}  // namespace joulemark::amdgpu
