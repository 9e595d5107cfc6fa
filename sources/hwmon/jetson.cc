#include "sources/hwmon/jetson.h"

#include <algorithm>
#include <string>

#include "core/scope_segment.h"

namespace joulemark::hwmon {
namespace {

constexpr std::string_view kInputs[] = {"VDD_IN", "POM_5V_IN", "VIN"};

struct Rail {
  std::string_view label;
  Component component;
  bool inside_input;  // of a module that has one
};
// VIN_SYS_5V0 of the AGX Orin feeds I/O and other parts of the module; METHOD counts rails that
// nothing else names as cpu (S-1a, rank 10).
constexpr Rail kRails[] = {
    {"VDD_CPU_GPU_CV", Component::kCpu, true},  // Orin NX, Orin Nano, Xavier NX
    {"VDD_SOC", Component::kCpu, true},         //
    {"POM_5V_CPU", Component::kCpu, true},      // Nano
    {"POM_5V_GPU", Component::kGpu, true},      //
    {"VDD_GPU_SOC", Component::kGpu, false},    // AGX Orin
    {"VDD_CPU_CV", Component::kCpu, false},     //
    {"VIN_SYS_5V0", Component::kCpu, false},    //
    {"VDDQ_VDD2_1V8AO", Component::kMemory, false},
};

}  // namespace

std::optional<Place> place_jetson(const ChipView&, const Channel& channel) {
  if (channel.energy) return std::nullopt;
  if (std::ranges::find(kInputs, channel.label) != std::end(kInputs))
    return Place{.scope = "node/module:0",
                 .component = Component::kModule,
                 .boundary = Boundary::kDcInput,
                 .source_class = kMeterClass,
                 .vendor = "NVIDIA"};
  const auto* rail = std::ranges::find(kRails, channel.label, &Rail::label);
  if (rail == std::end(kRails)) return std::nullopt;
  Place place = part(
      (rail->inside_input ? "node/module:0/rail:" : "node/rail:") + scope_segment(channel.label),
      rail->component);
  place.vendor = "NVIDIA";
  return place;
}

}  // namespace joulemark::hwmon
