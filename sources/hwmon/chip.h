// The chips below class/hwmon, each known by the device it sits on and by its name: the number in
// hwmonN changes from boot to boot.
#pragma once

#include <string>
#include <vector>

#include "core/files.h"

namespace joulemark::hwmon {

struct Chip {
  std::string folder;  // "class/hwmon/hwmon3": for opening files now, never an id
  std::string name;    // clean and trimmed
  std::string device;  // real path of its device below devices/; empty: it has none
  // Several chips of one name on one device cannot be told apart but by their order: 1, 2, ... 0:
  // the only one.
  unsigned twin = 0;
  // Attributes may lie on the device instead. Chips that share a device do not share these: they
  // are the first one's.
  bool has_device_files = false;

  [[nodiscard]] std::string key() const;
};

// In order of key, which does not depend on the numbers of the folders. Reads names and links only,
// which no driver lets hang. kNotPresent: no hwmon here, a normal outcome; kPermission: links that
// lead nowhere, as in a container with class/hwmon alone.
Result<std::vector<Chip>> read_chips(const Files& sysfs);

}  // namespace joulemark::hwmon
