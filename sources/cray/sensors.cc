#include "sources/cray/sensors.h"

#include <array>

namespace joulemark::cray {
namespace {

struct Part {
  std::string_view prefix;
  Component component;
};
constexpr std::array<Part, 3> kParts{
    {{"cpu", Component::kCpu}, {"memory", Component::kMemory}, {"accel", Component::kGpu}}};

// "accel3" is number 3 of its kind, "accel" all of them.
bool place(std::string_view name, Sensor& sensor) {
  for (const auto& [prefix, component] : kParts) {
    if (!name.starts_with(prefix)) continue;
    const std::string_view number = name.substr(prefix.size());
    if (number.size() > 4 || number.find_first_not_of("0123456789") != number.npos) return false;
    sensor.component = component;
    sensor.scope = "node/" + std::string(prefix);
    if (!number.empty()) sensor.scope += ":" + std::string(number);
    return true;
  }
  return false;
}

// "accel3_energy" -> "accel3"; empty: no file of this quantity.
std::optional<std::string_view> before(std::string_view file, std::string_view quantity) {
  if (!file.ends_with(quantity)) return std::nullopt;
  file.remove_suffix(quantity.size());
  if (file.empty()) return file;
  if (!file.ends_with('_') || file.size() == 1) return std::nullopt;
  return file.substr(0, file.size() - 1);
}

}  // namespace

std::optional<Sensor> sensor_of(std::string_view file) {
  Sensor sensor;
  sensor.quantity = file.ends_with("energy") ? QuantityKind::kEnergy : QuantityKind::kPower;
  const auto name = before(file, to_string(sensor.quantity));
  if (!name) return std::nullopt;
  if (name->empty()) {
    sensor.scope = "node";
    sensor.component = Component::kNode;
    sensor.boundary = Boundary::kDcInput;
  } else if (!place(*name, sensor)) {
    return std::nullopt;
  }
  sensor.source = "cray";
  sensor.id = file;
  sensor.supply = Supply::kDc;
  sensor.driver = "pm_counters";
  sensor.source_class = "Cray pm_counters";
  if (sensor.quantity == QuantityKind::kEnergy) sensor.joules_per_count = 1.0;
  sensor.metrology.resolution = 1.0;  // W or J, by the text
  sensor.metrology.sampling = Sampling::kDevice;
  return sensor;
}

void describe(const Counters& counters, Sensor& sensor) {
  if (counters.version) sensor.firmware = "version " + std::to_string(*counters.version);
  Metrology& metrology = sensor.metrology;
  metrology.sampling_interval = counters.interval;
  metrology.update_interval = counters.scan;
  if (counters.clock_bound) {
    metrology.time_stamp = TimeStamp::kDevice;
    metrology.latency_min = -*counters.clock_bound;
    metrology.latency_max = *counters.clock_bound;
  } else {
    metrology.latency_max = kLatencyUnstamped;
  }
}

}  // namespace joulemark::cray
