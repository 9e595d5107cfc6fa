#include "sources/amdgpu/card.h"

#include <algorithm>

#include "core/clean_text.h"
#include "core/trimmed.h"
#include "sources/hwmon/graphics.h"

namespace joulemark::amdgpu {
namespace {

constexpr std::string_view kDrm = "class/drm";

// "card0" and not "card0-DP-1", "renderD128"
bool is_card(const std::string& name) {
  return name.starts_with("card") && name.size() > 4 &&
         name.find_first_not_of("0123456789", 4) == std::string::npos;
}

std::string text_in(const Files& sysfs, const std::string& path) {
  const auto text = sysfs.read(path, 256);
  return text ? clean_text(trimmed(*text)) : std::string();
}

bool has_table(const Files& sysfs, const std::string& folder) {
  const auto names = sysfs.list(folder);
  return names && std::ranges::find(*names, "gpu_metrics") != names->end();
}

}  // namespace

Result<std::vector<Card>> find_cards(const Files& sysfs) {
  const auto names = sysfs.list(kDrm);
  if (!names) return tl::unexpected<Error>(names.error());
  std::vector<Card> out;
  for (const std::string& name : *names) {
    if (!is_card(name)) continue;
    const auto folder = sysfs.resolve(std::string(kDrm) + "/" + name + "/device");
    const auto address = folder ? hwmon::pci_address(*folder) : std::nullopt;
    if (!address || text_in(sysfs, *folder + "/vendor") != "0x1002" || !has_table(sysfs, *folder))
      continue;
    const auto same = [&](const Card& one) { return one.address == *address; };
    if (std::ranges::any_of(out, same)) continue;
    out.push_back({.address = *address,
                   .folder = *folder,
                   .model = text_in(sysfs, *folder + "/product_name"),
                   .serial = text_in(sysfs, *folder + "/unique_id"),
                   .has_processor = text_in(sysfs, *folder + "/device") == "0x74a0"});
  }
  if (out.empty()) return fail(ErrorCode::kNotPresent, "no card of AMD with gpu_metrics");
  return out;
}

}  // namespace joulemark::amdgpu
