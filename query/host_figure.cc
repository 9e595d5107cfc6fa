#include "query/host_figure.h"

#include <algorithm>

#include "measurement/classify.h"
#include "measurement/live_sensor.h"

namespace joulemark {
namespace {

std::optional<Watts> sum_of(const HostFigure& figure, const std::vector<std::size_t>& members) {
  Watts sum;
  for (const std::size_t i : members) {
    if (!figure.sensors[i]->power) return std::nullopt;
    sum += *figure.sensors[i]->power;
  }
  return sum;
}

// As in a report: unknown if that of one member is.
Boundary boundary_of_members(const HostFigure& figure, const std::vector<std::size_t>& members) {
  Boundary boundary = Boundary::kUnknown;
  for (const std::size_t i : members) {
    boundary = figure.sensors[i]->sensor.boundary;
    if (boundary == Boundary::kUnknown) break;
  }
  return boundary;
}

HostCover described(const HostFigure& figure, const Cover& cover) {
  return {cover, sum_of(figure, cover.members), boundary_of_members(figure, cover.members)};
}

Codes codes_of(const HostFigure& figure, const HostCover& counted) {
  Codes codes;
  for (const std::size_t i : counted.cover.members)
    codes.merge(foreseeable_codes(figure.sensors[i]->sensor));
  if (!counted.cover.complete) codes.insert(Code::kPartialScope);
  if (counted.cover.supply == Supply::kUnknown) codes.insert(Code::kSupplyUndeclared);
  if (counted.boundary == Boundary::kUnknown) codes.insert(Code::kBoundaryUnknown);
  return codes;
}

Class best_class(const HostFigure& figure, const HostCover& counted) {
  Class best = cap_of_codes(figure.codes);
  for (const std::size_t i : counted.cover.members)
    best = std::max(best, class_of_accuracy(figure.sensors[i]->sensor.metrology));
  return best;
}

}  // namespace

HostFigure figure_of(const std::vector<SourceLook>& looks, const std::string& node) {
  HostFigure out;
  std::vector<CoverCandidate> candidates;
  for (const SourceLook& source : looks)
    for (const SensorLook& look : source.sensors) {
      if (look.sensor.node != node) continue;
      out.sensors.push_back(&look);
      candidates.push_back(candidate_of(look.sensor, look.alive, look.power));
    }
  const bool battery = std::ranges::any_of(
      candidates, [](const CoverCandidate& c) { return c.source == "battery"; });
  CoverChoice choice = choose_cover(candidates, battery);
  out.roles = std::move(choice.roles);
  for (const Cover& other : choice.others) out.others.push_back(described(out, other));
  if (!choice.counted) return out;
  out.counted = described(out, *choice.counted);
  out.codes = codes_of(out, *out.counted);
  out.best = best_class(out, *out.counted);
  return out;
}

}  // namespace joulemark
