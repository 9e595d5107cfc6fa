// What is added to a sensor that a source discovered before anybody may use it: its node, rack and
// declared supply, METHOD's default limits where nothing better is known, clean texts.
#pragma once

#include <string>

#include "core/result.h"
#include "core/sensor.h"

namespace joulemark {

struct SensorDressing {
  std::string node;                  // for sensors that name none
  std::string rack;                  // likewise
  Supply supply = Supply::kUnknown;  // declared feed of the node, for sensors that do not know
  bool fixed_seed = false;           // stratified readings with a known seed count as periodic
};

// kInvalid: a sensor that must not be served, with the reason (no id, bad scope, no unit, numbers
// that are none).
Result<Sensor> dressed(Sensor sensor, const SensorDressing& dressing);

// METHOD's table: fills what is not known; an accuracy from it says so (accuracy.source).
void fill_class_defaults(Sensor& sensor);

// How often the source of these sensors is read when they do not say.
inline constexpr Duration kDefaultInterval = std::chrono::seconds(1);

}  // namespace joulemark
