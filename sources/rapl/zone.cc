#include "sources/rapl/zone.h"

#include <algorithm>

#include "core/counter_text.h"

namespace joulemark::rapl {
namespace {

constexpr std::string_view kClass = "class/powercap";

// intel-rapl:N, intel-rapl:N:M and intel-rapl-mmio:N; the bare control types and dtpm are no zones.
bool is_zone(std::string_view folder) {
  const auto colon = folder.find(':');
  if (colon == folder.npos) return false;
  const std::string_view type = folder.substr(0, colon);
  if (type != "intel-rapl" && type != "intel-rapl-mmio") return false;
  const std::string_view numbers = folder.substr(colon);
  return numbers.back() != ':' && numbers.find("::") == numbers.npos &&
         numbers.find_first_not_of(":0123456789") == numbers.npos;
}

std::string parent_of(const std::string& folder) {
  const auto last = folder.rfind(':');
  return folder.find(':') == last ? std::string() : folder.substr(0, last);
}

std::optional<std::uint64_t> read_range(const Files& sysfs, const Zone& zone) {
  const auto text = sysfs.read(zone_file(zone, "max_energy_range_uj"), 64);
  const auto range = text ? parse_counter(*text) : std::nullopt;
  return range == 0U ? std::nullopt : range;
}

Result<Zone> read_zone(const Files& sysfs, const std::string& folder) {
  Zone zone{.folder = folder, .parent = parent_of(folder), .text = {}, .name = {}, .range = {}};
  zone.mmio = folder.starts_with("intel-rapl-mmio:");
  auto text = sysfs.read(zone_file(zone, "name"), 4096);
  if (!text) return tl::unexpected(text.error());
  text->erase(text->find_last_not_of(" \t\r\n") + 1);
  zone.text = std::move(*text);
  zone.name = parse_zone_name(zone.text);
  zone.range = read_range(sysfs, zone);
  return zone;
}

tl::unexpected<Error> masked(const std::string& folder) {
  return fail(ErrorCode::kPermission,
              std::string(kClass) + "/" + folder +
                  " is a link that leads nowhere: container runtimes mask "
                  "/sys/devices/virtual/powercap; mount the host's /sys read-only at /host/sys and "
                  "start with --path.sysfs=/host/sys");
}

}  // namespace

std::string zone_file(const Zone& zone, std::string_view file) {
  return std::string(kClass) + "/" + zone.folder + "/" + std::string(file);
}

Result<std::vector<Zone>> read_zones(const Files& sysfs) {
  auto folders = sysfs.list(kClass);
  if (!folders) return tl::unexpected(folders.error());
  std::erase_if(*folders, [](const std::string& folder) { return !is_zone(folder); });
  std::vector<Zone> zones;
  std::optional<Error> first;
  for (const std::string& folder : *folders) {
    auto zone = read_zone(sysfs, folder);
    if (zone)
      zones.push_back(std::move(*zone));
    else if (!first)
      first =
          sysfs.resolve(std::string(kClass) + "/" + folder) ? zone.error() : masked(folder).value();
  }
  if (!zones.empty()) return zones;
  if (first) return tl::unexpected(*first);
  return fail(ErrorCode::kNotPresent, std::string(kClass) + ": no RAPL zone");
}

}  // namespace joulemark::rapl
