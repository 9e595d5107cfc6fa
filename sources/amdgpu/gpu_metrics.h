// The binary table gpu_metrics of the amdgpu driver (kgd_pp_interface.h of the kernel): layouts
// that are known by revision and size. They are no extensions of each other: the same number stands
// at another place in each.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/result.h"

namespace joulemark::amdgpu {

// The driver writes at most a page.
inline constexpr std::size_t kLargestTable = 4096;

struct GpuMetrics {
  std::optional<std::uint64_t> energy;  // counts; empty: the card has no value (all bits set)
  std::optional<double> watts;          // of the socket; empty: no value, or 0
  double joules_per_count = 0.0;
};

// kUnsupported: a table without an energy accumulator (formats 2 and 3, of processors with
// graphics), named in the message; kInvalid: a revision or a size that is not known, too short.
Result<GpuMetrics> parse_gpu_metrics(std::span<const char> table);

}  // namespace joulemark::amdgpu
