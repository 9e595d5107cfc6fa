// The attributes of one chip: in its own folder or on its device, the first place that has one
// wins.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/files.h"
#include "sources/hwmon/chip.h"

namespace joulemark::hwmon {

class Attributes {
 public:
  // Lists both folders and reads nothing. Refers to sysfs.
  Attributes(const Files& sysfs, const Chip& chip);

  [[nodiscard]] std::vector<std::string> names() const;  // sorted, each once
  [[nodiscard]] std::optional<std::string> path_of(std::string_view name) const;

  // Read now, which may be slow; clean and trimmed. Empty: there is none or it cannot be read.
  [[nodiscard]] std::string text(std::string_view name) const;
  // A whole number; empty for anything else.
  [[nodiscard]] std::optional<unsigned> number(std::string_view name) const;
  // Of the device itself, which is no attribute of the chip: vendor and device of a PCI function.
  [[nodiscard]] std::string device_text(std::string_view name) const;

 private:
  [[nodiscard]] std::string text_of(const std::string& path) const;

  const Files& sysfs_;
  std::string folder_;
  std::vector<std::string> own_, of_device_;
};

}  // namespace joulemark::hwmon
