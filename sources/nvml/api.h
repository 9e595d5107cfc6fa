// The functions of the library, by name. The versioned names: those without a version still exist
// and do what they did years ago.
#pragma once

#include "core/shared_library.h"
#include "sources/nvml/nvml_abi.h"

namespace joulemark::nvml {

struct Api {
  Return (*init)() = nullptr;
  Return (*shutdown)() = nullptr;
  Return (*driver_version)(char*, unsigned) = nullptr;
  Return (*count)(unsigned*) = nullptr;
  Return (*handle_by_index)(unsigned, Device*) = nullptr;
  Return (*handle_by_uuid)(const char*, Device*) = nullptr;
  Return (*uuid)(Device, char*, unsigned) = nullptr;
  Return (*name)(Device, char*, unsigned) = nullptr;
  Return (*pci_info)(Device, PciInfo*) = nullptr;
  // Null in older drivers:
  Return (*architecture)(Device, unsigned*) = nullptr;
  Return (*power_usage)(Device, unsigned*) = nullptr;             // mW
  Return (*total_energy)(Device, unsigned long long*) = nullptr;  // mJ
  Return (*field_values)(Device, int, FieldValue*) = nullptr;
};

// kInvalid: a function that every driver has is missing.
Result<Api> api_of(const SharedLibrary& library);

}  // namespace joulemark::nvml
