// What one page of a dcgm-exporter says about power and energy, each physical GPU once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace joulemark::dcgm_exporter {

struct GpuSample {
  std::string uuid;
  std::string pci;                      // "0000:07:00.0"; empty: the page does not say
  std::string model;                    // "NVIDIA H100 80GB HBM3"
  std::string driver;                   // version; empty: the page does not say
  std::optional<std::uint64_t> energy;  // in joules_per_count
  double joules_per_count = 0.0;        // 0: no field of energy, whether it has a value or not
  std::optional<double> power, power_instant;  // W
  bool has_power = false, has_power_instant = false;
};

struct Page {
  std::vector<GpuSample> gpus;       // in the order of the page
  std::vector<std::string> unknown;  // names that speak of energy and are not known
};

// Rows that repeat a GPU (MIG instances, pods that share it) are dropped: what they show is the
// whole GPU's. kInvalid: no page of a dcgm-exporter, none of the known fields, GPUs without UUID,
// GPUs of several machines.
Result<Page> parse_page(std::string_view text);

// "00000000:07:00.0" as "0000:07:00.0", the way the kernel writes it; empty for anything else.
std::string pci_address(std::string_view text);

}  // namespace joulemark::dcgm_exporter
