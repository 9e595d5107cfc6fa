#include "sources/nvml/gpu.h"

#include <fmt/format.h>

#include <array>

#include "sources/nvml/outcome.h"

namespace joulemark::nvml {
namespace {

using TextFunction = Return (*)(Device, char*, unsigned);

Return text_of(TextFunction function, Device device, std::string& out) {
  std::array<char, kTextSize> text{};
  const Return code = function(device, text.data(), kTextSize);
  text.back() = '\0';
  if (code == Return::kSuccess) out = text.data();
  return code;
}

// The device numbers of GA100 are 0x2080 to 0x20ff; those of the other Amperes begin at 0x2200.
bool is_ga100(const PciInfo& pci) {
  const unsigned device = pci.device_id >> 16U;
  return device >= 0x2080 && device <= 0x20ff;
}

}  // namespace

Result<Gpu> identify(const Api& api, unsigned index, Return& code) {
  Gpu out;
  PciInfo pci{};
  code = api.handle_by_index(index, &out.handle);
  if (code == Return::kSuccess) code = text_of(api.uuid, out.handle, out.uuid);
  if (code == Return::kSuccess) code = text_of(api.name, out.handle, out.name);
  if (code == Return::kSuccess) code = api.pci_info(out.handle, &pci);
  if (code != Return::kSuccess)
    return tl::unexpected<Error>(error_of(code, "GPU " + std::to_string(index)));
  out.pci = fmt::format("{:04x}:{:02x}:{:02x}.0", pci.domain, pci.bus, pci.device);
  out.ga100 = is_ga100(pci);
  if (api.architecture == nullptr ||
      api.architecture(out.handle, &out.architecture) != Return::kSuccess)
    out.architecture = 0;
  return out;
}

}  // namespace joulemark::nvml
