#include "sources/hwmon/attributes.h"

#include <algorithm>
#include <iterator>

#include "core/clean_text.h"
#include "core/trimmed.h"
#include "sources/hwmon/attribute_name.h"

namespace joulemark::hwmon {

Attributes::Attributes(const Files& sysfs, const Chip& chip) : sysfs_(sysfs), folder_(chip.folder) {
  own_ = sysfs.list(folder_).value_or(std::vector<std::string>());
  if (chip.has_device_files)
    of_device_ = sysfs.list(folder_ + "/device").value_or(std::vector<std::string>());
}

std::vector<std::string> Attributes::names() const {
  std::vector<std::string> all;
  std::ranges::set_union(own_, of_device_, std::back_inserter(all));
  return all;
}

std::optional<std::string> Attributes::path_of(std::string_view name) const {
  if (std::ranges::binary_search(own_, name)) return folder_ + "/" + std::string(name);
  if (std::ranges::binary_search(of_device_, name)) return folder_ + "/device/" + std::string(name);
  return std::nullopt;
}

std::string Attributes::text_of(const std::string& path) const {
  const auto content = sysfs_.read(path, 4096);
  return content ? clean_text(trimmed(*content)) : std::string();
}

std::string Attributes::text(std::string_view name) const {
  const auto path = path_of(name);
  return path ? text_of(*path) : std::string();
}

std::string Attributes::device_text(std::string_view name) const {
  return text_of(folder_ + "/device/" + std::string(name));
}

std::optional<unsigned> Attributes::number(std::string_view name) const {
  return parse_whole_number(text(name));
}

}  // namespace joulemark::hwmon
