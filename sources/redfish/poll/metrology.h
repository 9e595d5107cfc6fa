// METHOD S-4 of a value of a Redfish service: what its Sensor states, and what its readings show.
#pragma once

#include "sources/redfish/poll/value_watch.h"
#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

struct Conditions {
  Duration interval{0};    // at which it is read
  Duration round_trip{0};  // no reading took longer
  double unit = 1.0;       // W or J per unit of the number that is read
};

// The value is read at the end of the round trip, so that all of it is latency, beside the delay
// of METHOD's row (PDUs and shelves up to 5 s, BMCs up to 1 s).
Metrology metrology_of(const Measured& one, const ValueWatch& watch, const Conditions& conditions);

}  // namespace joulemark::redfish
