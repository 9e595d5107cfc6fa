// sources.nvml of the configuration.
#pragma once

#include <string>
#include <vector>

#include "core/settings.h"

namespace joulemark::nvml {

struct Options {
  // The first that is there.
  std::vector<std::string> libraries{
      "libnvidia-ml.so.1", "/run/nvidia/driver/usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1",
      "/run/nvidia/driver/usr/lib/aarch64-linux-gnu/libnvidia-ml.so.1"};
  Duration interval = std::chrono::milliseconds(100);
};

Result<Options> parse_options(const Settings& settings);

}  // namespace joulemark::nvml
