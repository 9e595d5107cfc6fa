// Cards of AMD in sysfs.
#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "core/result.h"

namespace joulemark::amdgpu {

struct Card {
  std::string address;  // "0000:c1:00.0"
  std::string folder;   // of the device, below sysfs
  std::string model, serial;
  bool has_processor = false;  // an Instinct MI300A: its socket is not told
};

// Every PCI device with a table of metrics, once, however many nodes of the graphics system it has
// (partitions of an MI300 have such nodes, too). kNotPresent: there is none.
Result<std::vector<Card>> find_cards(const Files& sysfs);

}  // namespace joulemark::amdgpu
