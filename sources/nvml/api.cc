#include "sources/nvml/api.h"

#include <string>

namespace joulemark::nvml {
namespace {

template <class Function>
void find(const SharedLibrary& library, const char* name, Function& out) {
  out = reinterpret_cast<Function>(library.symbol(name));
}

template <class Function>
void need(const SharedLibrary& library, const char* name, Function& out, std::string& missing) {
  find(library, name, out);
  if (out == nullptr) missing += (missing.empty() ? "" : ", ") + std::string(name);
}

}  // namespace

Result<Api> api_of(const SharedLibrary& library) {
  Api api;
  std::string missing;
  need(library, "nvmlInit_v2", api.init, missing);
  need(library, "nvmlShutdown", api.shutdown, missing);
  need(library, "nvmlSystemGetDriverVersion", api.driver_version, missing);
  need(library, "nvmlDeviceGetCount_v2", api.count, missing);
  need(library, "nvmlDeviceGetHandleByIndex_v2", api.handle_by_index, missing);
  need(library, "nvmlDeviceGetHandleByUUID", api.handle_by_uuid, missing);
  need(library, "nvmlDeviceGetUUID", api.uuid, missing);
  need(library, "nvmlDeviceGetName", api.name, missing);
  need(library, "nvmlDeviceGetPciInfo_v3", api.pci_info, missing);
  find(library, "nvmlDeviceGetArchitecture", api.architecture);
  find(library, "nvmlDeviceGetPowerUsage", api.power_usage);
  find(library, "nvmlDeviceGetTotalEnergyConsumption", api.total_energy);
  find(library, "nvmlDeviceGetFieldValues", api.field_values);
  if (!missing.empty())
    return fail(ErrorCode::kInvalid, "the library is no NVML that is known: it lacks " + missing);
  return api;
}

}  // namespace joulemark::nvml
