// What /proc/cpuinfo says about the processor, as far as RAPL needs it.
#pragma once

#include <string>
#include <string_view>

#include "core/files.h"

namespace joulemark::rapl {

enum class CpuVendor { kIntel, kAmd, kUnknown };  // kAmd: Hygon as well

struct Cpu {
  CpuVendor vendor = CpuVendor::kUnknown;
  unsigned family = 0, model = 0;
  std::string vendor_name;  // "GenuineIntel"
  std::string model_name;
  bool sgx = false;  // INTEL-SA-00389: the reported energy is filtered

  // Servers from Haswell-EP on measure at the voltage regulator. Anything this cannot tell for sure
  // counts as modelled, whose limits are the wider ones.
  [[nodiscard]] bool measures_package() const;
};

Cpu parse_cpu(std::string_view cpuinfo);  // the first processor's block
Cpu read_cpu(const Files& procfs);        // an unreadable file is a processor that is not known

}  // namespace joulemark::rapl
