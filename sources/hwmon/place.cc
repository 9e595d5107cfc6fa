#include "sources/hwmon/place.h"

#include <optional>
#include <utility>

#include "core/scope_segment.h"
#include "sources/hwmon/acpi_meter.h"
#include "sources/hwmon/graphics.h"
#include "sources/hwmon/jetson.h"
#include "sources/hwmon/processors.h"

namespace joulemark::hwmon {
namespace {

using Rule = std::optional<Place> (*)(const ChipView&, const Channel&);

Rule rule_of(std::string_view name) {
  if (name == kAcpiMeter) return &place_acpi_meter;
  if (name == "amdgpu") return &place_amdgpu;
  if (name == "xe" || name == "i915") return &place_intel_graphics;
  if (name.starts_with("i915_gt")) return &place_intel_tile;
  if (name == "ibmpowernv") return &place_powernv;
  if (name == "amd_hsmp_hwmon") return &place_hsmp;
  if (name == "smpro") return &place_smpro;
  if (name == "ina3221" || name == "ina238") return &place_jetson;
  return nullptr;
}

}  // namespace

std::string_view last_segment(std::string_view device) {
  const auto slash = device.rfind('/');
  return slash == device.npos ? device : device.substr(slash + 1);
}

Place part(std::string scope, Component component, std::string_view source_class) {
  return {.scope = std::move(scope),
          .component = component,
          .boundary = Boundary::kComponent,
          .source_class = source_class,
          .vendor = {}};
}

Place rail(const Chip& chip, const Channel& channel) {
  std::string text = chip.device.empty() ? "" : std::string(last_segment(chip.device)) + ":";
  text += chip.name + (chip.twin > 0 ? "." + std::to_string(chip.twin) : "") + ":" + channel.id;
  std::string scope = "node/rail:" + scope_segment(text, 150);
  if (!channel.label.empty()) scope += ":" + scope_segment(channel.label);
  return {.scope = std::move(scope), .source_class = {}, .vendor = {}};
}

Place place_of(const ChipView& view, const Channel& channel) {
  // Which of several twins is which changes with the order in which they were found.
  const Rule rule = view.chip.twin > 0 ? nullptr : rule_of(view.chip.name);
  if (rule != nullptr)
    if (auto place = rule(view, channel)) return std::move(*place);
  return rail(view.chip, channel);
}

}  // namespace joulemark::hwmon
