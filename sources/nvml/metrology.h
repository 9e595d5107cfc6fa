// What is known of NVML's values as measurements. Who found it: README.md.
#pragma once

#include "core/sensor.h"
#include "sources/nvml/quantity.h"

namespace joulemark::nvml {

// Fills source_class (METHOD's rows) and what the architecture adds to it. `driver`: its version.
void describe(const Quantity& quantity, const Gpu& gpu, const std::string& driver, Sensor& out);

// How a quantity is to be read (METHOD I-1): what is instantaneous at random moments.
Sampling sampling_of(const Quantity& quantity, const Gpu& gpu, const std::string& driver);

}  // namespace joulemark::nvml
