// NVIDIA GPUs as an existing dcgm-exporter shows them.
#pragma once

#include "core/source.h"

namespace joulemark {

extern const SourceEntry k_dcgm_exporter_source;

}  // namespace joulemark
