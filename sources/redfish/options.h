// sources.redfish of the configuration.
#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "core/settings.h"
#include "sources/redfish/target.h"

namespace joulemark::redfish {

struct Options {
  std::vector<Target> targets;  // that stand in the configuration itself
  std::string targets_file;     // more of them, in a file that is read again; empty: none
};

// kInvalid: no targets at all.
Result<Options> parse_options(const Settings& settings);

// The list in a targets_file, bare or at `targets:`.
Result<std::vector<Target>> parse_targets_file(const std::string& text, const std::string& file);

}  // namespace joulemark::redfish
