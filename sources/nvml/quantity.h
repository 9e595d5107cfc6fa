// What a GPU can tell: which of its powers and energies answer.
#pragma once

#include <vector>

#include "core/sensor.h"
#include "sources/nvml/gpu.h"

namespace joulemark::nvml {

struct Quantity {
  enum class Way {
    kField,        // a field and its scope
    kPowerUsage,   // nvmlDeviceGetPowerUsage, where no field answers
    kTotalEnergy,  // nvmlDeviceGetTotalEnergyConsumption, likewise
  };
  Way way = Way::kField;
  FieldId field = kEnergy;
  ScopeId scope = kScopeGpu;

  [[nodiscard]] QuantityKind kind() const {
    return way == Way::kTotalEnergy || (way == Way::kField && field == kEnergy)
               ? QuantityKind::kEnergy
               : QuantityKind::kPower;
  }
  friend bool operator==(const Quantity&, const Quantity&) = default;
};

struct Offer {
  std::vector<Quantity> quantities;
  // The GPU is a part of a module (GH200, GB200) whose power it tells as well.
  bool module = false;
  // mW, as the device states them; 0: it does not.
  double gpu_limit = 0.0, module_limit = 0.0;
  // Why the rest is missing, where that is not the usual "not supported".
  std::vector<Return> refusals;
};

// By the return codes and not by the values: a zero at the start says nothing for ever. An energy
// counter of the GPU is taken with its scope; the old function, which has none, only where the
// field is missing, and then it is that of the module if there is one (GH200).
Offer offer_of(const Api& api, const Gpu& gpu);

}  // namespace joulemark::nvml
