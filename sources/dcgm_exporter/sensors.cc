#include "sources/dcgm_exporter/sensors.h"

#include <algorithm>

#include "sources/nvml/superchip.h"

namespace joulemark::dcgm_exporter {
namespace {

using namespace std::chrono_literals;

constexpr Duration kDriverUpdate = 100ms;   // of what DCGM asks NVML for
constexpr Duration kDriverLatency = 100ms;  // METHOD's rows

struct Kind {
  const char* name;
  const char* row;
};

Kind kind_of(What what) {
  switch (what) {
    case What::kEnergy:
      return {"energy", "NVML energy counter, A100, H100"};
    case What::kPowerInstant:
      return {"power_instant", "NVML power field 186 (instant), A100, H100: phi 0.25"};
    case What::kPower:
      break;
  }
  return {"power", "NVML power, GA100 and older, without fields"};
}

// The same path as that of source nvml, so that a GPU that both read is counted once. Without an
// address nobody can tell; and what a superchip's counter holds depends on the platform. Such
// values are shown and never summed.
void set_scope(const GpuSample& gpu, Sensor& out) {
  const bool placed = !gpu.pci.empty() && !nvml::names_a_superchip(gpu.model);
  out.scope = "node/gpu:" + (gpu.pci.empty() ? gpu.uuid : gpu.pci);
  out.component = placed ? Component::kGpu : Component::kOther;
}

Metrology metrology_of(What what, const GpuSample& gpu, const Target& target) {
  Metrology out;
  out.sampling = Sampling::kPeriodic;
  out.sampling_interval = target.interval;
  out.update_interval = std::max(target.collect_interval, kDriverUpdate);
  out.latency_max = kDriverLatency + kSlowestAnswer;
  out.resolution = what == What::kEnergy ? gpu.joules_per_count : 1e-3;
  out.accuracy.group = "nvml/NVIDIA/" + gpu.model;  // METHOD A-3: common to a model
  return out;
}

}  // namespace

Sensor sensor_of(What what, const GpuSample& gpu, const Target& target) {
  const Kind kind = kind_of(what);
  Sensor out;
  out.node = target.node;
  out.source = "dcgm_exporter";
  out.id = (gpu.pci.empty() ? gpu.uuid : gpu.pci) + "/" + kind.name;
  set_scope(gpu, out);
  out.boundary = Boundary::kComponent;
  out.supply = Supply::kDc;
  out.quantity = what == What::kEnergy ? QuantityKind::kEnergy : QuantityKind::kPower;
  if (what == What::kEnergy) out.joules_per_count = gpu.joules_per_count;
  out.metrology = metrology_of(what, gpu, target);
  out.source_class = kind.row;
  out.vendor = "NVIDIA";
  out.model = gpu.model;
  out.serial = gpu.uuid;
  out.driver = "dcgm-exporter";
  out.firmware = gpu.driver;
  return out;
}

}  // namespace joulemark::dcgm_exporter
