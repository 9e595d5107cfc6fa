#include "sources/battery/supplies.h"

#include <optional>

#include "core/trimmed.h"

namespace joulemark::battery {
namespace {

constexpr std::string_view kClass = "class/power_supply";

// `otherwise` where the file does not exist.
Result<std::string> attribute(const Files& sysfs, std::string_view supply, std::string_view file,
                              std::string_view otherwise) {
  auto text = sysfs.read(path_of(supply, file), 4096);
  if (text) return std::string(trimmed(*text));
  if (text.error().code == ErrorCode::kNotPresent) return std::string(otherwise);
  return tl::unexpected(std::move(text).error());
}

// UCSI describes what a USB port negotiates and measures nothing.
bool is_port(std::string_view supply) { return supply.starts_with("ucsi-"); }

Result<void> sort_in(const Files& sysfs, const std::string& supply, Supplies& out) {
  const auto type = attribute(sysfs, supply, "type", "");
  if (!type) return tl::unexpected(type.error());
  const auto scope = attribute(sysfs, supply, "scope", "System");
  if (!scope) return tl::unexpected(scope.error());
  if (*scope == "Device" || *type == "UPS" || type->empty()) return {};
  if (*type != "Battery") {
    out.inputs.push_back(supply);
    return {};
  }
  const auto present = attribute(sysfs, supply, "present", "1");
  if (!present) return tl::unexpected(present.error());
  if (*present != "0" && !is_port(supply)) out.batteries.push_back(supply);
  return {};
}

}  // namespace

std::string path_of(std::string_view supply, std::string_view file) {
  return std::string(kClass) + "/" + std::string(supply) + "/" + std::string(file);
}

Result<Supplies> find_supplies(const Files& sysfs) {
  const auto names = sysfs.list(kClass);
  if (!names) return tl::unexpected(names.error());
  Supplies out;
  for (const std::string& name : *names)
    if (auto sorted = sort_in(sysfs, name, out); !sorted) return tl::unexpected(sorted.error());
  if (out.batteries.empty())
    return fail(ErrorCode::kNotPresent, std::string(kClass) + ": no battery of the system");
  return out;
}

}  // namespace joulemark::battery
