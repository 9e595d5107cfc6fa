// Tables of gpu_metrics, built by revision as the kernel lays them out.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

namespace joulemark::amdgpu {

struct MadeTable {
  int format = 1, content = 3, size = 120, power_at = 22, energy_at = 24;
};

// 1.1 to 1.8.
inline MadeTable table_of(int content) {
  if (content == 1) return {1, 1, 96, 22, 24};
  if (content == 2) return {1, 2, 104, 22, 24};
  if (content == 3) return {1, 3, 120, 22, 24};
  if (content == 4) return {1, 4, 288, 10, 24};
  if (content == 5) return {1, 5, 360, 10, 88};
  if (content == 6) return {1, 6, 1664, 10, 16};
  if (content == 7) return {1, 7, 2208, 10, 24};
  return {1, 8, 3360, 10, 24};
}

// All other bits are set, as the driver leaves what it does not fill in.
inline std::string blob(const MadeTable& made, std::uint64_t energy, std::uint16_t watts) {
  std::string out(static_cast<std::size_t>(made.size), '\xff');
  const auto size = static_cast<std::uint16_t>(made.size);
  std::memcpy(out.data(), &size, 2);
  out[2] = static_cast<char>(made.format);
  out[3] = static_cast<char>(made.content);
  std::memcpy(out.data() + made.power_at, &watts, 2);
  std::memcpy(out.data() + made.energy_at, &energy, 8);
  return out;
}

}  // namespace joulemark::amdgpu
