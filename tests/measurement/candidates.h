// Sensors as the cover rule sees them, named after the machines that have them.
#pragma once

#include <string>

#include "measurement/cover.h"

namespace joulemark {

CoverCandidate outlet(const std::string& id);
CoverCandidate psu_input(int number);
CoverCandidate node_ac(const std::string& source, const std::string& id);
CoverCandidate cray_node();
CoverCandidate power9_system();
CoverCandidate acpi_meter();
CoverCandidate hot_swap();
CoverCandidate module(int number);
CoverCandidate battery(int number);
CoverCandidate psys(double watts);
CoverCandidate board_input();
CoverCandidate package(int number, double watts = 100.0);
CoverCandidate core(int number);
CoverCandidate dram(int number, double watts = 10.0);
CoverCandidate gpu(const std::string& scope);
CoverCandidate rail(const std::string& scope, Boundary boundary);

CoverCandidate dead(CoverCandidate candidate);

}  // namespace joulemark
