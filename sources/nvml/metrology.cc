#include "sources/nvml/metrology.h"

namespace joulemark::nvml {
namespace {

using std::chrono::milliseconds;

constexpr const char* kAverageRow = "NVML power field 185 (average), Ampere except GA100 and newer";
constexpr const char* kPartTimeRow = "NVML power field 186 (instant), A100, H100: phi 0.25";
constexpr const char* kPlainPowerRow = "NVML power, GA100 and older, without fields";
constexpr const char* kEnergyRow = "NVML energy counter";
constexpr const char* kPartTimeEnergyRow = "NVML energy counter, A100, H100";

constexpr unsigned kNewestPossible = 1000;  // NVML says "unknown" by all bits set

constexpr Watts kModuleCeiling(10'000.0);  // GB300: a limit of 2900 W

bool is_ampere_or_newer(const Gpu& gpu) {
  return gpu.architecture >= kAmpere && gpu.architecture < kNewestPossible && !gpu.ga100;
}

// The sensor looks for 25 ms of every 100 ms: found on A100 and H100. Of what is newer, or not
// known, nobody has shown that it looks all the time.
bool looks_part_time(const Gpu& gpu) {
  const bool found_full = gpu.architecture == kTuring || gpu.architecture == kAda ||
                          (gpu.architecture == kAmpere && !gpu.ga100);
  return !found_full && gpu.architecture != kVolta;
}

// nvmlDeviceGetPowerUsage is an average over 1 s since Ampere, but not with the drivers 530.
bool usage_is_average(const Gpu& gpu, const std::string& driver) {
  return is_ampere_or_newer(gpu) && !driver.starts_with("530.");
}

bool is_average(const Quantity& quantity, const Gpu& gpu, const std::string& driver) {
  if (quantity.way == Quantity::Way::kPowerUsage) return usage_is_average(gpu, driver);
  return quantity.field == kPowerAverage;
}

const char* power_row(const Quantity& quantity, const Gpu& gpu, const std::string& driver) {
  if (is_average(quantity, gpu, driver)) return kAverageRow;
  const bool field = quantity.way == Quantity::Way::kField;
  return field && looks_part_time(gpu) ? kPartTimeRow : kPlainPowerRow;
}

void describe_energy(const Gpu& gpu, Sensor& out) {
  out.source_class = looks_part_time(gpu) ? kPartTimeEnergyRow : kEnergyRow;
  out.joules_per_count = 1e-3;
  out.metrology.resolution = 1e-3;
  if (gpu.architecture == kVolta) {  // 10 ms of every 20 ms
    out.metrology.averaging = milliseconds(20);
    out.metrology.observed_ratio = 0.5;
  }
}

}  // namespace

Sampling sampling_of(const Quantity& quantity, const Gpu& gpu, const std::string& driver) {
  const bool instant =
      quantity.kind() == QuantityKind::kPower && !is_average(quantity, gpu, driver);
  return instant ? Sampling::kStratified : Sampling::kPeriodic;
}

void describe(const Quantity& quantity, const Gpu& gpu, const std::string& driver, Sensor& out) {
  out.quantity = quantity.kind();
  if (out.quantity == QuantityKind::kEnergy) {
    describe_energy(gpu, out);
  } else {
    out.source_class = power_row(quantity, gpu, driver);
    out.metrology.resolution = 1e-3;
  }
  out.metrology.sampling = sampling_of(quantity, gpu, driver);
  if (quantity.scope == kScopeModule) out.metrology.ceiling = kModuleCeiling;
}

}  // namespace joulemark::nvml
