// A sensor as the page shows it: its label sets, written once at discovery and shared by all
// snapshots.
#pragma once

#include <string>

#include "core/sensor.h"

namespace joulemark {

struct SensorText {
  explicit SensorText(Sensor described, bool show_serial = false);

  Sensor sensor;         // clean texts only (label_text.h)
  std::string identity;  // {node,source,sensor}
  std::string placed;    // and scope, component, boundary
  std::string energy;    // and method
  std::string lowest;    // {node,source,sensor,limit="min",window="60s"}
  std::string highest;
  std::string info;  // every label of FORMATS 2 that has a value

  // {node,source,sensor,<name>="<value>",...} for the few series that carry more.
  [[nodiscard]] std::string with(std::string_view name, std::string_view value) const;
  [[nodiscard]] std::string with(std::string_view name, std::string_view value,
                                 std::string_view other_name, std::string_view other_value) const;
};

}  // namespace joulemark
