// --validate and --against: which sensor is meant, in the words of its labels.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"
#include "promapi/selector.h"

namespace joulemark {

struct SensorSelector {
  std::string text;                                           // as typed
  std::vector<std::pair<std::string, std::string>> labels{};  // name, exact value

  [[nodiscard]] std::vector<LabelMatcher> matchers() const;
  // What the labels say of a sensor that the server does not hold by these names; absent: "".
  [[nodiscard]] bool matches(const std::map<std::string, std::string>& sensor) const;
};

// "node=gpu0001,source=hwmon,scope=node": names are node, source, sensor, scope, cluster, instance.
// kInvalid: anything else, a name given twice, an empty value.
Result<SensorSelector> parse_sensor_selector(std::string_view text);

}  // namespace joulemark
