// Names of the series that the exporter serves and the query reads: the contract of DESIGN 4, in
// one place.
#pragma once

#include <string_view>

namespace joulemark::metric {

inline constexpr std::string_view kPower = "joulemark_power_watts";
inline constexpr std::string_view kEnergy = "joulemark_energy_joules_total";
inline constexpr std::string_view kEnergyStart = "joulemark_energy_start_timestamp_seconds";
inline constexpr std::string_view kReadingTime = "joulemark_reading_timestamp_seconds";
inline constexpr std::string_view kSamplingVariance =
    "joulemark_energy_sampling_variance_joules2_total";
inline constexpr std::string_view kUncovered = "joulemark_energy_uncovered_seconds_total";
inline constexpr std::string_view kResets = "joulemark_energy_resets_total";
inline constexpr std::string_view kPowerExtreme = "joulemark_power_extreme_watts";
inline constexpr std::string_view kSensorInfo = "joulemark_sensor_info";
inline constexpr std::string_view kAccuracyRatio = "joulemark_sensor_accuracy_ratio";
inline constexpr std::string_view kAccuracyWatts = "joulemark_sensor_accuracy_watts";
inline constexpr std::string_view kAccuracyDof = "joulemark_sensor_accuracy_dof";
inline constexpr std::string_view kAccuracyCommonRatio = "joulemark_sensor_accuracy_common_ratio";
inline constexpr std::string_view kResolutionWatts = "joulemark_sensor_resolution_watts";
inline constexpr std::string_view kResolutionJoules = "joulemark_sensor_resolution_joules";
inline constexpr std::string_view kUpdateInterval = "joulemark_sensor_update_interval_seconds";
inline constexpr std::string_view kAveraging = "joulemark_sensor_averaging_seconds";
inline constexpr std::string_view kObservedRatio = "joulemark_sensor_observed_ratio";
inline constexpr std::string_view kLatency = "joulemark_sensor_latency_seconds";
inline constexpr std::string_view kSamplingInterval = "joulemark_sensor_sampling_interval_seconds";
inline constexpr std::string_view kBound = "joulemark_sensor_bound_watts";
inline constexpr std::string_view kRating = "joulemark_sensor_rating_watts";
inline constexpr std::string_view kNodePower = "joulemark_node_power_watts";
inline constexpr std::string_view kNodeEnergy = "joulemark_node_energy_joules_total";
inline constexpr std::string_view kNodeMember = "joulemark_node_member_info";
inline constexpr std::string_view kClockSynchronized = "joulemark_clock_synchronized";
inline constexpr std::string_view kClockErrorBound = "joulemark_clock_error_bound_seconds";
inline constexpr std::string_view kExporterTime = "joulemark_exporter_time_seconds";
inline constexpr std::string_view kSourceUp = "joulemark_source_up";
inline constexpr std::string_view kSourceTargetUp = "joulemark_source_target_up";
inline constexpr std::string_view kSourceReadDuration = "joulemark_source_read_duration_seconds";
inline constexpr std::string_view kSourceErrors = "joulemark_source_errors_total";
inline constexpr std::string_view kSourceLastSuccess =
    "joulemark_source_last_success_timestamp_seconds";
inline constexpr std::string_view kSourceAbandoned = "joulemark_source_abandoned_total";
inline constexpr std::string_view kBuildInfo = "joulemark_build_info";

}  // namespace joulemark::metric
