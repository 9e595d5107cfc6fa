// What feeds this machine by class/power_supply: its own batteries, and inputs from outside.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/files.h"

namespace joulemark::battery {

struct Supplies {
  std::vector<std::string> batteries;  // of the system and present, by name
  std::vector<std::string> inputs;     // mains and USB, plugged in or not
  friend bool operator==(const Supplies&, const Supplies&) = default;
};

// Batteries of devices (scope=Device: mice, headsets) and uninterruptible supplies in front of the
// machine are neither. kNotPresent: no such class, or no battery of the system in it.
Result<Supplies> find_supplies(const Files& sysfs);

std::string path_of(std::string_view supply, std::string_view file);

}  // namespace joulemark::battery
