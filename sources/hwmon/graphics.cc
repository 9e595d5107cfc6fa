#include "sources/hwmon/graphics.h"

#include <utility>

#include "core/scope_segment.h"
#include "sources/hwmon/attribute_name.h"

namespace joulemark::hwmon {
namespace {

// dddd:bb:dd.f in lower-case hexadecimal; domains may be longer.
bool is_pci_address(std::string_view text) {
  if (text.size() < 12) return false;
  const std::string_view domain = text.substr(0, text.size() - 8);
  const std::string_view rest = text.substr(text.size() - 8);
  constexpr std::string_view kShape = ":xx:xx.x";
  const auto hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  for (const char c : domain)
    if (!hex(c)) return false;
  for (std::size_t i = 0; i < kShape.size(); ++i)
    if (kShape[i] == 'x' ? !hex(rest[i]) : rest[i] != kShape[i]) return false;
  return true;
}

// Graphics of a Ryzen hangs behind the bridge inside the processor and has a northbridge voltage;
// a card has neither.
bool is_inside_processor(const ChipView& view, const Channel& channel) {
  return view.chip.device.find("/0000:00:08.1/") != std::string::npos ||
         view.attributes.text("in1_label") == "vddnb" || channel.label == "slowPPT" ||
         channel.label == "fastPPT";
}

bool is_mi300a(const ChipView& view) {
  return view.attributes.device_text("vendor") == "0x1002" &&
         view.attributes.device_text("device") == "0x74a0";
}

Place card_part(const std::string& address, const std::string& below, std::string_view row,
                std::string vendor) {
  Place place = part("node/gpu:" + address + below, Component::kGpu, row);
  place.vendor = std::move(vendor);
  return place;
}

}  // namespace

std::optional<std::string> pci_address(std::string_view device) {
  const std::string_view last = last_segment(device);
  return is_pci_address(last) ? std::optional<std::string>(last) : std::nullopt;
}

std::optional<Place> place_amdgpu(const ChipView& view, const Channel& channel) {
  const auto address = pci_address(view.chip.device);
  if (!address || channel.energy || is_mi300a(view)) return std::nullopt;
  if (is_inside_processor(view, channel)) {
    Place place = part("node/cpu:0", Component::kCpu);
    place.vendor = "AMD";
    return place;
  }
  // Of further channels nothing is known but that they are the card's.
  const std::string below = channel.number == 1 ? "" : "/" + channel.id;
  return card_part(*address, below, kMeterClass, "AMD");
}

std::optional<Place> place_intel_graphics(const ChipView& view, const Channel& channel) {
  const auto address = pci_address(view.chip.device);
  if (!address) return std::nullopt;
  const std::string_view row = channel.energy ? kIntelGpuClass : kMeterClass;
  const bool card = channel.label == "card" || (channel.label.empty() && channel.number == 1);
  if (card) return card_part(*address, "", row, "Intel");
  const std::string below = channel.label.empty() ? channel.id : scope_segment(channel.label);
  return card_part(*address, "/" + below, row, "Intel");
}

std::optional<Place> place_intel_tile(const ChipView& view, const Channel& channel) {
  const auto address = pci_address(view.chip.device);
  const auto tile = parse_whole_number(std::string_view(view.chip.name).substr(7));
  if (!address || !tile || channel.number != 1) return std::nullopt;
  return card_part(*address, "/gt:" + std::to_string(*tile),
                   channel.energy ? kIntelGpuClass : kMeterClass, "Intel");
}

}  // namespace joulemark::hwmon
