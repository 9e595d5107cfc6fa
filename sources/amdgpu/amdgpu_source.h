// Energy of AMD's cards by the accumulator in the driver's gpu_metrics.
#pragma once

#include "core/source.h"

namespace joulemark {

extern const SourceEntry k_amdgpu_source;

}  // namespace joulemark
