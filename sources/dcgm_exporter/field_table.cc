#include "sources/dcgm_exporter/field_table.h"

namespace joulemark::dcgm_exporter {
namespace {

// Names and units: default counters and field lists of dcgm-exporter 1.7, 2.x to 4.8 and 4.9, and
// dcgm_fields.h of DCGM 4.7 (fields 155, 156, 157 and 1611).
constexpr Field kFields[] = {
    {"DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", What::kEnergy, 1e-3},
    {"dcgm_total_energy_consumption", What::kEnergy, 1e-3},
    {"DCGM_FI_DEV_GPU_ENERGY_JOULES_TOTAL", What::kEnergy, 1.0},
    {"DCGM_FI_DEV_POWER_USAGE", What::kPower, 1.0},
    {"dcgm_power_usage", What::kPower, 1.0},
    {"DCGM_FI_DEV_BOARD_POWER_WATTS", What::kPower, 1.0},
    {"DCGM_FI_DEV_POWER_USAGE_INSTANT", What::kPowerInstant, 1.0},
    {"DCGM_FI_DEV_BOARD_POWER_RAW_WATTS", What::kPowerInstant, 1.0},
};

}  // namespace

const Field* find_field(std::string_view name) {
  for (const Field& field : kFields)
    if (field.name == name) return &field;
  return nullptr;
}

bool is_of_dcgm(std::string_view name) {
  return name.starts_with("DCGM_") || name.starts_with("dcgm_");
}

bool is_unknown_energy(std::string_view name) {
  const bool energy = name.find("ENERGY") != name.npos || name.find("energy") != name.npos ||
                      name.find("JOULES") != name.npos || name.find("joules") != name.npos;
  return energy && is_of_dcgm(name) && find_field(name) == nullptr;
}

}  // namespace joulemark::dcgm_exporter
