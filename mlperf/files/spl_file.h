// spl.txt as power-dev writes it: one channel, several channels of one analyzer, or several
// analyzers in one line. Each step stands at its middle, so that all of them lie strictly within
// the window and their mean is the mean power.
#pragma once

#include <string>
#include <vector>

#include "mlperf/files/metered_unit.h"

namespace joulemark::mlperf {

// mark: "<session>_testing". Several units become analyzers, several channels of the only unit
// channels. Volts, amperes and power factor are not known: -1.
std::string spl_file(const std::vector<MeteredUnit>& units, const PowerGrid& grid,
                     const std::string& mark);

}  // namespace joulemark::mlperf
