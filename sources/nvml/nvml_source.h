// NVIDIA GPUs by the driver's own library (README.md).
#pragma once

#include "core/source.h"

namespace joulemark {

extern const SourceEntry k_nvml_source;

}  // namespace joulemark
