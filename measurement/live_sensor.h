// One sensor while it is being read, as the rules see it before there is a series of it: what
// counts as a reading, and what the choice of the cover may take it for.
#pragma once

#include <optional>

#include "core/sensor.h"
#include "measurement/code.h"
#include "measurement/cover.h"

namespace joulemark {

// METHOD G-1: no number and negative power are no readings; nor is the other quantity.
bool is_reading(const Sensor& sensor, const Reading& reading);

// METHOD F-1 as far as the sensor itself decides it.
bool meets_sampling(const Sensor& sensor);

// alive: METHOD S-1a; power: a recent mean, where there is one.
CoverCandidate candidate_of(const Sensor& sensor, bool alive, std::optional<Watts> power);

// Codes that any window of the sensor will have, however well it is scraped: what the metadata
// alone decide (L-5, F-1, S-4a, G-7). Integrated by the exporter if it is a power sensor.
Codes foreseeable_codes(const Sensor& sensor);

}  // namespace joulemark
