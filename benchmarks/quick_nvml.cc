// A driver's library that answers at once: eight GPUs of an architecture at constant power. What
// the exporter spends above an exporter without GPUs is then its own.
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "sources/nvml/nvml_abi.h"

using joulemark::nvml::Device;
using joulemark::nvml::FieldValue;
using joulemark::nvml::PciInfo;
using joulemark::nvml::Return;
using joulemark::nvml::ValueType;

namespace {

constexpr unsigned kGpus = 8;
constexpr double kWatts = 400.0;
char handles[kGpus];

unsigned long long millijoules() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const double seconds = static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  return static_cast<unsigned long long>(1e3 * kWatts * seconds);
}

std::ptrdiff_t number_of(Device device) { return reinterpret_cast<char*>(device) - handles; }

Return answer(FieldValue& value) {
  value.value_type = ValueType::kUnsignedInt;
  value.outcome = value.scope_id == 0 ? Return::kSuccess : Return::kNotSupported;
  value.value.ui = static_cast<unsigned>(1e3 * kWatts);
  if (value.field_id == joulemark::nvml::kEnergy) {
    value.value_type = ValueType::kUnsignedLongLong;
    value.value.ull = millijoules();
  }
  return value.outcome;
}

}  // namespace

extern "C" {

Return nvmlInit_v2() { return Return::kSuccess; }
Return nvmlShutdown() { return Return::kSuccess; }
Return nvmlSystemGetDriverVersion(char* text, unsigned size) {
  std::snprintf(text, size, "550.0");
  return Return::kSuccess;
}
Return nvmlDeviceGetCount_v2(unsigned* count) {
  *count = kGpus;
  return Return::kSuccess;
}
Return nvmlDeviceGetHandleByIndex_v2(unsigned index, Device* out) {
  *out = reinterpret_cast<Device>(handles + index);
  return Return::kSuccess;
}
Return nvmlDeviceGetHandleByUUID(const char*, Device*) { return Return::kNotFound; }
Return nvmlDeviceGetUUID(Device device, char* text, unsigned size) {
  std::snprintf(text, size, "GPU-%td", number_of(device));
  return Return::kSuccess;
}
Return nvmlDeviceGetName(Device, char* text, unsigned size) {
  std::snprintf(text, size, "NVIDIA H100 80GB HBM3");
  return Return::kSuccess;
}
Return nvmlDeviceGetPciInfo_v3(Device device, PciInfo* out) {
  *out = {};
  out->bus = static_cast<unsigned>(3 + number_of(device));
  out->device_id = 0x233010deU;
  return Return::kSuccess;
}
Return nvmlDeviceGetArchitecture(Device, unsigned* out) {
  *out = joulemark::nvml::kHopper;
  return Return::kSuccess;
}
Return nvmlDeviceGetPowerUsage(Device, unsigned* out) {
  *out = static_cast<unsigned>(1e3 * kWatts);
  return Return::kSuccess;
}
Return nvmlDeviceGetTotalEnergyConsumption(Device, unsigned long long* out) {
  *out = millijoules();
  return Return::kSuccess;
}
Return nvmlDeviceGetFieldValues(Device, int count, FieldValue* values) {
  std::for_each(values, values + count, [](FieldValue& one) { answer(one); });
  return Return::kSuccess;
}

}  // extern "C"
