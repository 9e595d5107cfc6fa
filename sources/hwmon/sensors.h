// From the channels of one chip to its sensors: identity, place, metrology and pace.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/sensor.h"
#include "sources/hwmon/options.h"
#include "sources/hwmon/place.h"

namespace joulemark::hwmon {

struct Candidate {
  Channel channel;
  Sensor sensor;
};

// In the order of the channels. The sensors share one interval and one way of sampling (METHOD
// I-1): periodic for counters and for averages that leave no time unobserved, else stratified.
// Reads labels and what the chip says of its meters; the drivers of some may be slow.
std::vector<Candidate> plan_sensors(const ChipView& view, const Options& options);

// "97.5%" is 0.025 (METHOD A-1). Empty: not stated, which 0 % and 100 % are as well.
std::optional<double> parse_accuracy(std::string_view text);

}  // namespace joulemark::hwmon
