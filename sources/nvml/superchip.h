// Superchips: processor and GPUs in one module, whose counters may be those of the module.
#pragma once

#include <string_view>

namespace joulemark::nvml {

// By the name of the board: "NVIDIA GH200 480GB", "NVIDIA GB200".
bool names_a_superchip(std::string_view name);

}  // namespace joulemark::nvml
