// The zones below class/powercap, as the kernel lists them: nothing chosen, nothing dropped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "sources/rapl/zone_name.h"

namespace joulemark::rapl {

struct Zone {
  std::string folder;  // "intel-rapl:0:1" in class/powercap; good for opening files, not as an id
  std::string parent;  // "intel-rapl:0"; empty for a top zone
  std::string text;    // of its name file, trimmed
  ZoneName name;
  bool mmio = false;                   // intel-rapl-mmio: the same package through another window
  std::optional<std::uint64_t> range;  // max_energy_range_uj; empty: unreadable or 0
};

std::string zone_file(const Zone& zone, std::string_view file);

// kNotPresent: no RAPL here, a normal outcome. kPermission: links that lead nowhere, as in a
// container that masks the zones; the message says what to mount.
Result<std::vector<Zone>> read_zones(const Files& sysfs);

}  // namespace joulemark::rapl
