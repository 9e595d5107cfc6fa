// From a report to one side of a comparison (METHOD R-3).
#pragma once

#include "measurement/comparison.h"
#include "query/compare/report_file.h"

namespace joulemark {

struct SystemOfReport {
  ComparedSystem system;
  // False: the figure holds more than its series (conversions, estimates), so that what a sensor
  // brings to U is not told apart and nothing can cancel.
  bool by_sensor = false;
  std::size_t sensors = 0, with_serial = 0;  // of the counted series
};

// ratio: the work that energies are divided by; nullptr compares energies.
SystemOfReport system_of_report(const ReportFile& report, const ReportedRatio* ratio);

}  // namespace joulemark
