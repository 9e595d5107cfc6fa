#include "sources/nvml/sensors.h"

#include "sources/nvml/metrology.h"

namespace joulemark::nvml {
namespace {

std::string what_of(const Quantity& quantity) {
  const std::string of = quantity.scope == kScopeModule   ? "module_"
                         : quantity.scope == kScopeMemory ? "memory_"
                                                          : "";
  if (quantity.kind() == QuantityKind::kEnergy) return of + "energy";
  if (quantity.way == Quantity::Way::kPowerUsage) return of + "power";
  return of + (quantity.field == kPowerInstant ? "power_instant" : "power_average");
}

void set_scope(const Quantity& quantity, const Place& place, Sensor& out) {
  if (quantity.scope == kScopeModule) {
    out.scope = place.module.empty() ? place.gpu + "/module" : place.module;
    out.component = Component::kModule;
  } else if (quantity.scope == kScopeMemory) {
    out.scope = place.gpu + "/memory";
    out.component = Component::kMemory;
  } else {
    out.scope = place.gpu;
    out.component = Component::kGpu;
  }
  if (place.unknown) out.component = Component::kOther;  // shown, never summed
}

}  // namespace

Sensor sensor_of(const Quantity& quantity, const Gpu& gpu, const Place& place,
                 const Naming& naming) {
  Sensor out;
  out.source = "nvml";
  out.id = gpu.pci + "/" + what_of(quantity);
  set_scope(quantity, place, out);
  out.boundary = Boundary::kComponent;
  out.supply = Supply::kDc;
  describe(quantity, gpu, naming.driver, out);
  out.metrology.sampling_interval = naming.interval;
  out.vendor = "NVIDIA";
  out.model = gpu.name;
  out.serial = gpu.uuid;
  out.driver = "nvidia";
  out.firmware = naming.driver;  // which has changed what a value means (METHOD X-7)
  // METHOD A-3: errors are common to a model, whatever drivers its boards run with.
  out.metrology.accuracy.group = "nvml/NVIDIA/" + gpu.name;
  return out;
}

}  // namespace joulemark::nvml
