#include "query/crosscheck/sensor_selector.h"

#include <algorithm>
#include <array>

#include "core/trimmed.h"

namespace joulemark {
namespace {

constexpr std::array<std::string_view, 6> kSelectable{"node",  "source",  "sensor",
                                                      "scope", "cluster", "instance"};

Result<void> add_label(SensorSelector& selector, std::string_view part) {
  const auto refused = [&](const std::string& why) {
    return fail(ErrorCode::kInvalid, "'" + selector.text + "': " + why);
  };
  const auto equals = part.find('=');
  const std::string name(trimmed(part.substr(0, equals)));
  const std::string value(equals == std::string_view::npos ? std::string_view{}
                                                           : trimmed(part.substr(equals + 1)));
  if (std::find(kSelectable.begin(), kSelectable.end(), name) == kSelectable.end())
    return refused("'" + name.substr(0, 40) +
                   "' is none of node, source, sensor, scope, cluster, instance");
  if (value.empty()) return refused(name + " has no value: write " + name + "=VALUE");
  for (const auto& label : selector.labels)
    if (label.first == name) return refused(name + " is given twice");
  selector.labels.emplace_back(name, value);
  return {};
}

}  // namespace

std::vector<LabelMatcher> SensorSelector::matchers() const {
  std::vector<LabelMatcher> out;
  for (const auto& [name, value] : labels) out.push_back({name, LabelMatcher::Op::kEqual, value});
  return out;
}

bool SensorSelector::matches(const std::map<std::string, std::string>& sensor) const {
  return std::all_of(labels.begin(), labels.end(), [&](const auto& wanted) {
    const auto found = sensor.find(wanted.first);
    return found != sensor.end() && found->second == wanted.second;
  });
}

Result<SensorSelector> parse_sensor_selector(std::string_view text) {
  SensorSelector out{std::string(text)};
  std::size_t at = 0;
  while (at <= text.size()) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    if (auto added = add_label(out, text.substr(at, comma - at)); !added)
      return tl::unexpected(added.error());
    at = comma + 1;
  }
  return out;
}

}  // namespace joulemark
