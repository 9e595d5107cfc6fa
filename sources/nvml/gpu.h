// Which GPU it is. A physical one: MIG instances have no power and no energy of their own and are
// not enumerated.
#pragma once

#include <string>

#include "core/result.h"
#include "sources/nvml/api.h"

namespace joulemark::nvml {

struct Gpu {
  Device handle = nullptr;
  std::string uuid;  // "GPU-5c89852c-...": the same after a restart of the driver; an index is not
  std::string pci;   // "0000:03:00.0"
  std::string name;  // "NVIDIA H200"
  unsigned architecture = 0;  // 0: not known
  bool ga100 = false;         // A100, A30, A800
};

// error: the return code, as error_of(); `code` gets it.
Result<Gpu> identify(const Api& api, unsigned index, Return& code);

}  // namespace joulemark::nvml
