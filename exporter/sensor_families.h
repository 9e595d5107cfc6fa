// The families of the page that speak of sensors, each one block.
#pragma once

#include <string>
#include <vector>

#include "exporter/node_cover.h"
#include "exporter/sensor_ledger.h"

namespace joulemark {

using SensorSelection = std::vector<const SensorView*>;

// Energy, time, variance, extremes, start, uncovered, resets: at most 8 series a sensor.
void append_energy_families(std::string& out, const SensorSelection& sensors);
void append_power_family(std::string& out, const SensorSelection& sensors);
// Info and metrology: does not change from reading to reading.
void append_description_families(std::string& out, const SensorSelection& sensors);
void append_node_families(std::string& out, const std::vector<NodeFigure>& figures,
                          const std::vector<SensorView>& views);

}  // namespace joulemark
