// The sensors of one GPU.
#pragma once

#include <vector>

#include "sources/nvml/place.h"

namespace joulemark::nvml {

struct Naming {
  std::string driver;  // version
  Duration interval{};
};

// One for each quantity that is read in this way; in the order of offer.quantities.
Sensor sensor_of(const Quantity& quantity, const Gpu& gpu, const Place& place,
                 const Naming& naming);

}  // namespace joulemark::nvml
