// Power logs of Training and HPC: node_<j>.txt and sw_<k>.txt, as mlcommons/logging reads them
// (mllog/constants.py, result_summarizer.py).
#pragma once

#include <string>

#include "mlperf/files/metered_unit.h"

namespace joulemark::mlperf {

// Start line, conversion_eff, one reading per step at its end, stop line at the time of the last
// reading and after it: then the summarizer's sum loses no tail, and sum(W dt) is the energy.
std::string node_log(const MeteredUnit& unit, const PowerGrid& grid);

struct SwitchPower {
  std::string name;
  double watts = 0.0;
  bool measured = false;  // else the policy's estimate: rating x share of the ports
  std::string how;
};
std::string switch_log(const SwitchPower& power, const PowerGrid& grid);

}  // namespace joulemark::mlperf
