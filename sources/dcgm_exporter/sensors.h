// The sensors of one GPU as dcgm-exporter shows it.
#pragma once

#include <string>

#include "core/sensor.h"
#include "sources/dcgm_exporter/field_table.h"
#include "sources/dcgm_exporter/options.h"
#include "sources/dcgm_exporter/page.h"

namespace joulemark::dcgm_exporter {

// An answer that took longer is no reading.
constexpr Duration kSlowestAnswer = std::chrono::seconds(1);

// METHOD's rows for a sensor that looks part of the time, since a page does not tell the
// architecture; nor does it tell how old a value is, beyond one collect_interval at most.
Sensor sensor_of(What what, const GpuSample& gpu, const Target& target);

}  // namespace joulemark::dcgm_exporter
