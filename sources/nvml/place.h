// Where a GPU lies among the scopes of its node (METHOD S-1).
#pragma once

#include <string>

#include "core/files.h"
#include "sources/nvml/quantity.h"

namespace joulemark::nvml {

struct Place {
  std::string gpu;     // "node/gpu:0000:03:00.0", "node/module:0/gpu:0009:01:00.0"
  std::string module;  // "node/module:0"; empty: none
  // The GPU is in a superchip and nobody says in which: it would be counted twice.
  bool unknown = false;
};

// A superchip (GH200, GB200) is a Grace processor and GPUs: its module is the socket, whose rails
// the hwmon source names "node/module:<socket>". On other machines a module is the board of one
// GPU.
Place place_of(const Gpu& gpu, const Offer& offer, const Files& sysfs, const Files& procfs);

}  // namespace joulemark::nvml
