// Metric reports (MetricReport v1_5_2): many sensors in one answer, whose numbers have no unit. In
// one report of a GH200 the power of a GPU is in W and that of a module in mW, so each value is
// held against its own Sensor.
#pragma once

#include "sources/redfish/service/resources.h"
#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

// Reports of the platform's environment (HGX_PlatformEnvironmentMetrics_0); others can have
// megabytes. Values whose Sensor is measured here and fits by a factor of 1 or 1000, within a
// tenth, are kept with it; others are remarked as UNIT_UNKNOWN.
void walk_metric_reports(Resources& resources, const Json& telemetry, Inventory& out);

// 1 or 0.001: what turns the value of a report into the unit of the Sensor. Empty: neither does.
std::optional<double> report_scale(double reported, double of_sensor);

}  // namespace joulemark::redfish
