#include "sources/replay/truth.h"

#include <array>
#include <charconv>

#include "core/time_text.h"

namespace joulemark::replay {
namespace {

std::string shortest(Joules energy) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), energy.value()).ptr;
  return {text.data(), end};
}

template <class Items, class Name>
tl::unexpected<Error> unknown(std::string_view what, std::string_view wanted, const Items& items,
                              Name name) {
  std::string known;
  std::size_t listed = 0;
  for (const auto& item : items)
    if (++listed <= 10) known += " " + name(item);
  if (listed > 10) known += " ... (" + std::to_string(listed) + ")";
  return fail(ErrorCode::kInvalid, "the scenario has no " + std::string(what) + " '" +
                                       std::string(wanted) + "'; it has:" + known);
}

Result<const Node*> node_of(const Scenario& scenario, std::string_view name) {
  if (const Node* node = scenario.find(name)) return node;
  return unknown("node", name, scenario.nodes, [](const Node& node) { return node.name; });
}

Result<void> check_window(const Scenario& scenario, UtcTime start, UtcTime end) {
  if (end < start)
    return fail(ErrorCode::kInvalid, "the window ends (" + format_time(end) +
                                         ") before it starts (" + format_time(start) + ")");
  if (start < scenario.epoch)
    return fail(ErrorCode::kInvalid, "the window starts (" + format_time(start) +
                                         ") before the scenario's epoch (" +
                                         format_time(scenario.epoch) + ")");
  return {};
}

Attojoules between(const Scenario& scenario, const Load& load, UtcTime start, UtcTime end) {
  return load.energy(end - scenario.epoch) - load.energy(start - scenario.epoch);
}

}  // namespace

Result<Joules> true_energy(const Scenario& scenario, std::string_view node, UtcTime start,
                           UtcTime end) {
  const auto found = node_of(scenario, node);
  if (!found) return tl::unexpected(found.error());
  if (auto fits = check_window(scenario, start, end); !fits) return tl::unexpected(fits.error());
  return to_joules(between(scenario, *(*found)->load, start, end));
}

Result<Joules> true_energy(const Scenario& scenario, std::string_view node, std::string_view sensor,
                           UtcTime start, UtcTime end) {
  const auto found = node_of(scenario, node);
  if (!found) return tl::unexpected(found.error());
  if (auto fits = check_window(scenario, start, end); !fits) return tl::unexpected(fits.error());
  for (const SensorSpec& spec : (*found)->sensors)
    if (spec.sensor.id == sensor) return to_joules(between(scenario, *spec.load, start, end));
  return unknown("sensor", sensor, (*found)->sensors,
                 [](const SensorSpec& spec) { return spec.sensor.id; });
}

Result<std::string> truth_text(const Files& files, const std::string& path, UtcTime start,
                               UtcTime end, std::string_view node) {
  const auto scenario = read_scenario(files, path);
  if (!scenario) return tl::unexpected(scenario.error());
  if (auto fits = check_window(*scenario, start, end); !fits) return tl::unexpected(fits.error());
  if (!node.empty())
    if (auto found = node_of(*scenario, node); !found) return tl::unexpected(found.error());
  std::string text;
  Attojoules total = 0;
  for (const Node& each : scenario->nodes) {
    if (!node.empty() && each.name != node) continue;
    const Attojoules energy = between(*scenario, *each.load, start, end);
    total += energy;
    text += each.name + " " + shortest(to_joules(energy)) + "\n";
  }
  return text + "total " + shortest(to_joules(total)) + "\n";
}

}  // namespace joulemark::replay
