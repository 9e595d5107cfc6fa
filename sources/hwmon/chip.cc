#include "sources/hwmon/chip.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "core/clean_text.h"
#include "core/trimmed.h"
#include "sources/hwmon/attribute_name.h"

namespace joulemark::hwmon {
namespace {

constexpr std::string_view kClass = "class/hwmon";
constexpr std::string_view kFolder = "hwmon";

std::optional<unsigned> number_of(std::string_view folder) {
  if (!folder.starts_with(kFolder)) return std::nullopt;
  return parse_whole_number(folder.substr(kFolder.size()));
}

std::string device_of(const Files& sysfs, const std::string& folder) {
  const auto path = sysfs.resolve(folder + "/device");
  if (!path) return {};
  return path->starts_with("devices/") ? path->substr(8) : *path;
}

Result<Chip> read_chip(const Files& sysfs, unsigned number) {
  Chip chip;
  chip.folder = std::string(kClass) + "/" + std::string(kFolder) + std::to_string(number);
  auto name = sysfs.read(chip.folder + "/name", 4096);
  if (!name) name = sysfs.read(chip.folder + "/device/name", 4096);
  if (!name) return tl::unexpected(name.error());
  chip.name = clean_text(trimmed(*name));
  if (chip.name.empty()) return fail(ErrorCode::kInvalid, chip.folder + ": has no name");
  chip.device = device_of(sysfs, chip.folder);
  return chip;
}

// In order of their numbers: drivers register the chips of one device in an order of their own.
void number_twins(std::vector<Chip>& chips) {
  std::map<std::pair<std::string, std::string>, std::vector<Chip*>> same;
  for (Chip& chip : chips) same[{chip.device, chip.name}].push_back(&chip);
  for (auto& [key, twins] : same)
    for (unsigned i = 0; twins.size() > 1 && i < twins.size(); ++i) twins[i]->twin = i + 1;
}

void give_device_files(std::vector<Chip>& chips) {
  std::set<std::string> given;
  for (Chip& chip : chips)
    chip.has_device_files = !chip.device.empty() && given.insert(chip.device).second;
}

tl::unexpected<Error> dangling(const std::string& folder) {
  return fail(ErrorCode::kPermission,
              folder +
                  " is a link that leads nowhere: in a container mount the host's /sys "
                  "read-only at /host/sys and start with --path.sysfs=/host/sys");
}

}  // namespace

std::string Chip::key() const {
  const std::string on = device.empty() ? "virtual" : device;
  return on + "/" + name + (twin > 0 ? "~" + std::to_string(twin) : "");
}

Result<std::vector<Chip>> read_chips(const Files& sysfs) {
  const auto folders = sysfs.list(kClass);
  if (!folders) return tl::unexpected(folders.error());
  std::set<unsigned> numbers;
  for (const std::string& folder : *folders)
    if (const auto number = number_of(folder)) numbers.insert(*number);
  std::vector<Chip> chips;
  std::optional<Error> first;
  for (const unsigned number : numbers) {
    auto chip = read_chip(sysfs, number);
    const std::string folder = std::string(kClass) + "/hwmon" + std::to_string(number);
    if (chip)
      chips.push_back(std::move(*chip));
    else if (!first)
      first = sysfs.resolve(folder) ? chip.error() : dangling(folder).value();
  }
  if (chips.empty() && first) return tl::unexpected(*first);
  if (chips.empty()) return fail(ErrorCode::kNotPresent, std::string(kClass) + ": no chip");
  number_twins(chips);
  std::ranges::sort(chips, {}, [](const Chip& c) { return std::tie(c.device, c.name, c.twin); });
  give_device_files(chips);
  return chips;
}

}  // namespace joulemark::hwmon
