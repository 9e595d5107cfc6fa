// Efficiency limits of a power supply at the load it really had (METHOD S-2): from the certified
// points on both sides of it, never from the best one.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "measurement/conversion.h"

namespace joulemark {

struct EfficiencyPoint {
  double load = 0.0;             // DC output/rated output
  double low = 0.0, high = 0.0;  // certified limits there
};

// One certificate: one model at one line voltage. The caller takes the one of the voltage in use.
struct PsuCurve {
  std::string psu_model;
  double rated_watts = 0.0;             // DC output of one PSU
  std::vector<EfficiencyPoint> points;  // in any order; loads differ
};

// Both: the widest limits of the points that bracket the load of one PSU, where `watts` are shared
// evenly by `psus`. A load at a point is that point alone. For an input the load is not known
// exactly: it lies between watts times the smallest and the largest efficiency of the curve, and
// all points that bracket this range count. kNotPresent: the load lies outside the certified
// points, so no limits are known. kInvalid: a curve without rated power or points, a point that is
// no efficiency, two points of one load, no PSU, watts negative or no finite number.
Result<EfficiencyLimits> efficiency_at_output(const PsuCurve& curve, double watts, int psus);
Result<EfficiencyLimits> efficiency_at_input(const PsuCurve& curve, double watts, int psus);

}  // namespace joulemark
