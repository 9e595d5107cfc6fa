// Series of a dcgm-exporter in a plan's mapping: what source dcgm_exporter takes care of while they
// are read, done on what a server has stored.
#pragma once

#include <vector>

#include "core/settings.h"
#include "promapi/series.h"
#include "query/plan/plan.h"
#include "query/telemetry.h"

namespace joulemark {

// Of a mapping of other series nothing is asked. kInvalid: a name whose unit nobody knows, another
// unit than that of the name, an energy without update_interval: values are repeated for as long as
// the dcgm-exporter was told, and nobody could tell how old they are.
Result<void> check_dcgm_mapping(const Settings& item, const PlanMapping& mapping);

bool is_of_dcgm(const PlanMapping& mapping);

// Each physical GPU of a machine once: MIG instances and pods repeat it. The first series stands.
std::vector<RangeSeries> each_gpu_once(const std::vector<RangeSeries>& series,
                                       const PlanMapping& mapping);

// With the address of the GPU as source nvml writes it, where the scope is made of it, so that a
// GPU which both show has one scope. kInvalid: the series has no address.
Result<Labels> dcgm_labels(const Labels& labels, const PlanMapping& mapping);

// kInvalid: a machine has GPUs of source nvml or dcgm_exporter, too, and the mapping names them in
// another way, so that they would count twice.
Result<void> check_no_second_name(const PlanMapping& mapping,
                                  const std::vector<SensorTelemetry>& mapped,
                                  const std::vector<SensorTelemetry>& others);

// Energy that stood still for longer than update_interval is left out. kInvalid: it changes less
// often all the time, or climbs as no GPU does (5 to 3000 W), so that its unit must be another one.
Result<void> settle_dcgm_energy(SensorTelemetry& sensor);

}  // namespace joulemark
