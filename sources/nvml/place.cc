#include "sources/nvml/place.h"

#include "core/counter_text.h"
#include "core/trimmed.h"
#include "sources/nvml/superchip.h"

namespace joulemark::nvml {
namespace {

constexpr std::size_t kLongestCpuInfo = std::size_t{1} << 20;

// Neoverse V2 of Arm, of which Grace is made.
bool is_grace(const Files& procfs) {
  const auto text = procfs.read("cpuinfo", kLongestCpuInfo);
  return text && text->find("CPU part\t: 0xd4f") != std::string::npos;
}

// The processor that the GPU is attached to.
std::string socket_of(const Gpu& gpu, const Files& sysfs) {
  const auto text = sysfs.read("bus/pci/devices/" + gpu.pci + "/numa_node", 64);
  return text && parse_counter(*text) ? std::string(trimmed(*text)) : std::string();  // -1: unknown
}

}  // namespace

Place place_of(const Gpu& gpu, const Offer& offer, const Files& sysfs, const Files& procfs) {
  const std::string own = "gpu:" + gpu.pci;
  const bool superchip = is_grace(procfs) && (offer.module || names_a_superchip(gpu.name));
  if (!superchip && !offer.module) return {"node/" + own, {}};
  const std::string socket = superchip ? socket_of(gpu, sysfs) : gpu.pci;
  if (socket.empty()) return {"node/" + own, {}, true};
  const std::string module = "node/module:" + socket;
  return {module + "/" + own, offer.module ? module : std::string()};
}

}  // namespace joulemark::nvml
