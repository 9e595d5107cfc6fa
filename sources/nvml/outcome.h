// What a return code of NVML asks for.
#pragma once

#include <string>

#include "core/result.h"
#include "sources/nvml/nvml_abi.h"

namespace joulemark::nvml {

// Whom a failure concerns.
enum class Reach {
  kValue,    // this value, this time
  kAbsent,   // this quantity, for as long as the library is open
  kDevice,   // this GPU: its handle is void
  kSession,  // all of them: the library must be opened anew
};
Reach reach_of(Return code);

// "Energy of 0000:03:00.0: the GPU is lost (NVML error 15)", with the remedy where there is one.
Error error_of(Return code, const std::string& what);

}  // namespace joulemark::nvml
