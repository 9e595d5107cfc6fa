// Units whose meters a second, independent chain agreed with in the reported run (METHOD L-6).
#pragma once

#include "core/result.h"
#include "query/measurements.h"
#include "query/plan/counted_energy.h"
#include "query/plan/prepared_plan.h"
#include "query/report.h"

namespace joulemark {

// As it says itself: within a scope of the plan its path is another (see arrange()).
Sensor sensor_at_site(const SensorTelemetry& sensor, const SeriesReport& report);

// A counted unit that is the reference of a cross-check made in this run, and whose other chain has
// an energy in this window too: class corroborated, and its U grows to what L-6 asks for. Where
// that fails the unit's steps say why.
Result<void> corroborate_units(const PreparedPlan& plan, const Measurements& measured,
                               std::vector<NodeReport>& reports,
                               std::vector<CountedEnergy>& energies, const Window& window);

}  // namespace joulemark
