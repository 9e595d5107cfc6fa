#include "sources/hwmon/processors.h"

#include <string>
#include <utility>

#include "core/scope_segment.h"
#include "sources/hwmon/attribute_name.h"

namespace joulemark::hwmon {
namespace {

// "amd_hsmp_hwmon.1", "AMDI0097:01", "smpro-hwmon.1.auto" -> 1.
std::optional<unsigned> number_at_end(std::string_view device) {
  std::string_view text = last_segment(device);
  if (text.ends_with(".auto")) text.remove_suffix(5);
  const auto mark = text.find_last_of(".:");
  return mark == text.npos ? std::nullopt : parse_whole_number(text.substr(mark + 1));
}

struct SmproRail {
  std::string_view label, kind, below;
  Component component;
};
constexpr SmproRail kSmproRails[] = {
    {"CPU power", "cpu", "/cores", Component::kCpu},
    {"SOC power", "cpu", "/soc", Component::kCpu},
    {"RCA VRD power", "cpu", "/rca", Component::kCpu},
    {"DIMM VRD1 power", "dram", "/vrd:1", Component::kMemory},
    {"DIMM VRD2 power", "dram", "/vrd:2", Component::kMemory},
};

Place of_vendor(Place place, std::string vendor) {
  place.vendor = std::move(vendor);
  return place;
}

}  // namespace

std::optional<Place> place_powernv(const ChipView& view, const Channel& channel) {
  const std::string_view label = channel.label;
  if (label == "System")
    return Place{.scope = "node",
                 .component = Component::kNode,
                 .boundary = Boundary::kUnknown,
                 .source_class = kMeterClass,
                 .vendor = "IBM"};
  if (label.starts_with("GPU ")) {
    Place place = rail(view.chip, channel);
    place.component = Component::kGpu;
    return of_vendor(std::move(place), "IBM");
  }
  if (!label.starts_with("Chip ")) return std::nullopt;
  const std::string_view rest = label.substr(5);
  const auto blank = rest.find(' ');
  const auto chip = parse_whole_number(rest.substr(0, blank));
  if (!chip) return std::nullopt;
  std::string scope = "node/cpu:" + std::to_string(*chip);
  if (blank != rest.npos) scope += "/" + scope_segment(rest.substr(blank + 1));
  return of_vendor(part(std::move(scope), Component::kCpu), "IBM");
}

std::optional<Place> place_hsmp(const ChipView& view, const Channel& channel) {
  const auto socket = number_at_end(view.chip.device);
  if (!socket || channel.energy || channel.number != 1) return std::nullopt;
  return of_vendor(part("node/cpu:" + std::to_string(*socket), Component::kCpu), "AMD");
}

std::optional<Place> place_smpro(const ChipView& view, const Channel& channel) {
  const auto socket = number_at_end(view.chip.device);
  if (!socket || channel.energy) return std::nullopt;
  for (const SmproRail& rail : kSmproRails) {
    if (channel.label != rail.label) continue;
    return of_vendor(part("node/" + std::string(rail.kind) + ":" + std::to_string(*socket) +
                              std::string(rail.below),
                          rail.component),
                     "Ampere");
  }
  return std::nullopt;
}

}  // namespace joulemark::hwmon
