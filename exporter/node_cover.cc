#include "exporter/node_cover.h"

#include <algorithm>

#include "measurement/live_sensor.h"

namespace joulemark {
namespace {

bool has_battery(const std::vector<SensorView>& views, const std::vector<std::size_t>& own) {
  return std::ranges::any_of(
      own, [&](std::size_t i) { return views[i].text->sensor.source == "battery"; });
}

std::optional<Watts> power_of(const std::vector<SensorView>& views,
                              const std::vector<std::size_t>& counted) {
  Watts sum;
  for (const std::size_t i : counted) {
    if (!views[i].fresh || !views[i].state->power) return std::nullopt;
    sum += *views[i].state->power;
  }
  return sum;
}

}  // namespace

Joules energy_of(const SensorView& view) {
  if (const auto* counts = std::get_if<EnergyCount>(&view.energy))
    return Joules(static_cast<double>(counts->counts) * view.text->sensor.joules_per_count);
  return std::get<Joules>(view.energy);
}

std::vector<NodeFigure> NodeCovers::figures(const std::vector<SensorView>& views) {
  std::map<std::string, std::vector<std::size_t>> nodes;
  for (std::size_t i = 0; i < views.size(); ++i) nodes[views[i].text->sensor.node].push_back(i);
  std::erase_if(adopted_, [&](const auto& entry) { return !nodes.contains(entry.first); });
  std::vector<NodeFigure> out;
  out.reserve(nodes.size());
  for (const auto& [node, own] : nodes) out.push_back(figure_of(node, views, own));
  return out;
}

NodeFigure NodeCovers::figure_of(const std::string& node, const std::vector<SensorView>& views,
                                 const std::vector<std::size_t>& own) {
  std::vector<CoverCandidate> candidates;
  candidates.reserve(own.size());
  for (const std::size_t i : own) {
    const SensorView& view = views[i];
    candidates.push_back(
        candidate_of(view.text->sensor, view.alive, view.state ? view.state->power : std::nullopt));
  }
  const CoverChoice choice = choose_cover(candidates, has_battery(views, own));
  NodeFigure out{.node = node, .basis = {}, .power = {}, .energy = {}, .members = {}};
  for (std::size_t i = 0; i < own.size(); ++i) out.members.push_back({own[i], choice.roles[i]});
  if (!choice.counted) return out;
  out.basis = choice.counted->basis;
  out.complete = choice.counted->complete;
  std::vector<std::size_t> counted;
  for (const std::size_t member : choice.counted->members) counted.push_back(own[member]);
  out.power = power_of(views, counted);
  out.energy = energy_since_adoption(node, out, views, counted);
  return out;
}

std::optional<Joules> NodeCovers::energy_since_adoption(const std::string& node,
                                                        const NodeFigure& figure,
                                                        const std::vector<SensorView>& views,
                                                        const std::vector<std::size_t>& counted) {
  if (!std::ranges::all_of(counted, [&](std::size_t i) { return views[i].fresh; }))
    return std::nullopt;
  Adopted& adopted = adopted_[node];
  const auto same_member = [&](const Member& member, std::size_t i) {
    const Sensor& a = member.text->sensor;
    const Sensor& b = views[i].text->sensor;
    return a.source == b.source && a.id == b.id && member.start == views[i].state->start;
  };
  if (adopted.basis != *figure.basis || adopted.complete != figure.complete ||
      !std::ranges::equal(adopted.members, counted, same_member)) {
    adopted = {*figure.basis, figure.complete, {}};
    for (const std::size_t i : counted)
      adopted.members.push_back({views[i].text, views[i].state->start, energy_of(views[i])});
  }
  Joules sum;
  for (std::size_t i = 0; i < counted.size(); ++i)
    sum += energy_of(views[counted[i]]) - adopted.members[i].at_adoption;
  return sum;
}

}  // namespace joulemark
