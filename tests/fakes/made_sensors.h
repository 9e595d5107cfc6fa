// Sensors with nothing missing, for tests to change what they are about.
#pragma once

#include <string>

#include "core/sensor.h"

namespace joulemark {

inline Sensor counter_sensor(const std::string& id, const std::string& scope = "node/cpu:0") {
  Sensor s;
  s.node = "n1";
  s.source = "test";
  s.id = id;
  s.scope = scope;
  s.component = Component::kCpu;
  s.boundary = Boundary::kComponent;
  s.supply = Supply::kDc;
  s.quantity = QuantityKind::kEnergy;
  s.joules_per_count = 1e-6;
  s.modulus_counts = 262'143'328'851;
  s.metrology.update_interval = std::chrono::milliseconds(1);
  s.metrology.sampling_interval = std::chrono::milliseconds(100);
  s.metrology.ceiling = Watts(2000);
  s.metrology.resolution = 1e-6;
  return s;
}

inline Sensor power_sensor(const std::string& id, const std::string& scope = "node") {
  Sensor s;
  s.node = "n1";
  s.source = "test";
  s.id = id;
  s.scope = scope;
  s.component = Component::kPsu;
  s.boundary = Boundary::kAcInput;
  s.supply = Supply::kAc;
  s.quantity = QuantityKind::kPower;
  s.metrology.update_interval = std::chrono::milliseconds(1);
  s.metrology.averaging = std::chrono::milliseconds(1);
  s.metrology.sampling = Sampling::kStratified;
  s.metrology.sampling_interval = std::chrono::milliseconds(100);
  s.metrology.resolution = 0.5;
  return s;
}

}  // namespace joulemark
