#include "sources/amdgpu/gpu_metrics.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

namespace joulemark::amdgpu {
namespace {

struct Header {
  std::uint16_t size;
  std::uint8_t format, content;
};
static_assert(sizeof(Header) == 4);

struct Layout {
  std::uint8_t content;
  std::uint16_t size, power_at, energy_at;
  double joules_per_count;
};

// The kernel states 2^-16 J for 1.4 and later; for those before, AMD's library takes 15.3 uJ.
constexpr double kStated = 1.0 / 65536.0, kOfLibrary = 15.3e-6;
constexpr Layout kLayouts[] = {
    {1, 96, 22, 24, kOfLibrary}, {2, 104, 22, 24, kOfLibrary}, {3, 120, 22, 24, kOfLibrary},
    {4, 288, 10, 24, kStated},   {5, 360, 10, 88, kStated},    {6, 1664, 10, 16, kStated},
    {7, 2208, 10, 24, kStated},  {8, 3360, 10, 24, kStated},
};

// Tables are in the byte order of the machine, which is that of this program.
template <class T>
T number_at(std::span<const char> table, std::size_t at) {
  T out;
  std::memcpy(&out, table.data() + at, sizeof out);
  return out;
}

// All bits set: the driver has filled nothing in.
template <class T>
std::optional<T> value_at(std::span<const char> table, std::size_t at) {
  const T out = number_at<T>(table, at);
  return out == std::numeric_limits<T>::max() ? std::nullopt : std::optional(out);
}

std::string name_of(const Header& header) {
  return "gpu_metrics revision " + std::to_string(header.format) + "." +
         std::to_string(header.content);
}

const Layout* layout_of(const Header& header) {
  for (const Layout& one : kLayouts)
    if (header.format == 1 && one.content == header.content && one.size == header.size) return &one;
  return nullptr;
}

}  // namespace

Result<GpuMetrics> parse_gpu_metrics(std::span<const char> table) {
  if (table.size() < sizeof(Header))
    return fail(ErrorCode::kInvalid, "gpu_metrics has " + std::to_string(table.size()) + " bytes");
  const auto header = number_at<Header>(table, 0);
  if (header.format == 2 || header.format == 3)
    return fail(ErrorCode::kUnsupported,
                name_of(header) + " (graphics in a processor) has no energy");
  const Layout* layout = layout_of(header);
  if (layout == nullptr)
    return fail(ErrorCode::kInvalid,
                name_of(header) + " of " + std::to_string(header.size) + " bytes is not known");
  if (table.size() < layout->size)
    return fail(ErrorCode::kInvalid,
                name_of(header) + " ends after " + std::to_string(table.size()) + " bytes");
  GpuMetrics out{.energy = value_at<std::uint64_t>(table, layout->energy_at),
                 .watts = {},
                 .joules_per_count = layout->joules_per_count};
  const auto watts = value_at<std::uint16_t>(table, layout->power_at);
  if (watts && *watts > 0) out.watts = *watts;
  return out;
}

}  // namespace joulemark::amdgpu
