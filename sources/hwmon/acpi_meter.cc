#include "sources/hwmon/acpi_meter.h"

#include <string>
#include <utility>

#include "sources/hwmon/attribute_name.h"

namespace joulemark::hwmon {
namespace {

// Deeper rails first lie inside the ones above them.
struct GraceRail {
  std::string_view text, below_module;
  Component component;
};
constexpr GraceRail kGraceRails[] = {
    {"Module Power Socket ", "", Component::kModule},
    {"Grace Power Socket ", "/grace", Component::kCpu},
    {"CPU Power Socket ", "/grace/cpu", Component::kCpu},
    {"SysIO Power Socket ", "/grace/sysio", Component::kCpu},
};

std::optional<Place> place_grace_rail(std::string_view label) {
  for (const GraceRail& rail : kGraceRails) {
    if (!label.starts_with(rail.text)) continue;
    const auto socket = parse_whole_number(label.substr(rail.text.size()));
    if (!socket) return std::nullopt;
    Place place = part("node/module:" + std::to_string(*socket) + std::string(rail.below_module),
                       rail.component, kGraceClass);
    place.vendor = "NVIDIA";
    return place;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Place> place_acpi_meter(const ChipView& view, const Channel& channel) {
  if (channel.energy || channel.number != 1) return std::nullopt;
  if (view.attributes.number("power1_is_battery").value_or(0) != 0) return std::nullopt;
  if (channel.label.find("Socket") != std::string::npos) return place_grace_rail(channel.label);
  // Of several meters without a socket nobody knows which one is the chassis.
  if (!view.only_of_its_name) return std::nullopt;
  return Place{.scope = "node",
               .component = Component::kNode,
               .boundary = Boundary::kUnknown,
               .source_class = kMeterClass,
               .vendor = {}};
}

}  // namespace joulemark::hwmon
