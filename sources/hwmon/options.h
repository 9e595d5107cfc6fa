// sources.hwmon of the configuration.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/settings.h"

namespace joulemark::hwmon {

struct Options {
  std::optional<Duration> interval;  // empty: as fits the chip
  std::vector<std::string> chip_include, chip_exclude;

  // Names as chips give them; exclusion wins, an empty list of inclusions means all.
  [[nodiscard]] bool wants(std::string_view chip) const;
};

Result<Options> parse_options(const Settings& settings);

}  // namespace joulemark::hwmon
