// One node: energy of each of its series, the cover by METHOD S-1a and S-1b, its codes and class.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "query/report.h"
#include "query/telemetry.h"

namespace joulemark {

class ClockBounds;

struct NodeMeasurement {
  std::string node;
  std::vector<const SensorTelemetry*> sensors;
  std::vector<std::optional<Series>> thawed;  // same order: a gauge without frozen readings
  std::vector<SeriesReport> series;           // same order
  std::vector<bool> alive;
  CoverChoice choice;
  std::optional<Code> refused;  // the node has no figure
  std::string why;

  [[nodiscard]] const Series& samples(std::size_t i) const {
    return thawed[i] ? *thawed[i] : sensors[i]->series;
  }
};

// Energies of all series and the choice of the cover.
NodeMeasurement measure_node(std::string node, std::vector<const SensorTelemetry*> sensors,
                             const Window& window, const ClockBounds& clocks);

// Figure, cover and codes of the node; classes and reasons come with the codes of the whole (L-1).
NodeReport report_node(const NodeMeasurement& measured, const Window& window);

// The counted series without anything that a plan or a nameplate said (S-4b).
std::vector<SeriesEnergy> without_plan_values(const NodeMeasurement& node, const Window& window,
                                              const ClockBounds& clocks);

// A value of the series moved, or a gauge had a valid reading, in the window (METHOD S-1a); a
// series without any sample there is not dead but unknown, and counts as alive.
bool is_alive(const SensorTelemetry& sensor, const Window& window);

}  // namespace joulemark
