// What a metrologist must know about a sensor (METHOD S-4). The exporter publishes it, the query
// reads it back, the calculation uses it. An empty optional means "not known"; there is no default
// for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/units.h"

namespace joulemark {

enum class Rounding { kRound, kFloor };
enum class Sampling { kStratified, kPeriodic, kDevice };
enum class TimeStamp { kRead, kDevice };  // whose clock stamps a reading
enum class Distribution { kRectangular, kNormalK1, kNormalK2, kTriangular };
enum class AccuracySource { kCertificate, kDevice, kDatasheet, kClassDefault, kNone };
enum class PowerKind { kReal, kApparent, kCurrentTimesNominal };
enum class BoundsSource {
  kObserved,
  kMeasuredIdle,
  kNameplate,
  kDevice,
  kDeclared
};  // METHOD S-4b

struct Bound {
  Watts watts;
  BoundsSource source = BoundsSource::kDeclared;
  friend bool operator==(const Bound&, const Bound&) = default;
};

// METHOD: limits of error, half-width a = relative x reading + absolute.
struct Accuracy {
  double relative = 0.0;  // acc_rel, fraction of the reading
  Watts absolute;         // acc_abs
  Distribution distribution = Distribution::kRectangular;
  std::optional<double> dof;  // acc_nu; empty: METHOD A-2
  std::string group;          // acc_group; empty only for individually calibrated sensors
  double common = 1.0;        // acc_rho, share of the variance common to the group
  AccuracySource source = AccuracySource::kNone;
  friend bool operator==(const Accuracy&, const Accuracy&) = default;
};

struct Metrology {
  Duration averaging{0};                    // W
  double observed_ratio = 1.0;              // phi
  std::optional<Duration> update_interval;  // Tu
  Duration latency_min{0};                  // L1
  Duration latency_max{0};                  // L2
  double resolution = 0.0;                  // q: W for a power sensor, J for an energy counter
  Rounding rounding = Rounding::kRound;
  Sampling sampling = Sampling::kPeriodic;
  TimeStamp time_stamp = TimeStamp::kRead;
  std::optional<Duration> sampling_interval;  // h of the exporter
  Accuracy accuracy;
  std::optional<Bound> power_min;  // p_min
  std::optional<Bound> power_max;  // p_max
  std::optional<Joules> modulus;   // M
  std::optional<Watts> ceiling;    // p_ceiling: more than this is not physical
  std::optional<Watts> rating;
  // So many power supplies, whose default limits METHOD states by their load: accuracy is then that
  // of one row, and limits_in_force() picks the right one. 0: accuracy holds at every load.
  std::uint64_t supplies_by_load = 0;
  PowerKind power_kind = PowerKind::kReal;
  bool filtered = false;  // the vendor interface alters values (METHOD L-5 SENSOR_FILTERED)
  friend bool operator==(const Metrology&, const Metrology&) = default;
};

// Label values of FORMATS 2; parse_* return empty for a word that is not in the list.
std::string_view to_string(Rounding);
std::string_view to_string(Sampling);
std::string_view to_string(TimeStamp);
std::string_view to_string(Distribution);
std::string_view to_string(AccuracySource);
std::string_view to_string(PowerKind);
std::string_view to_string(BoundsSource);
std::optional<Rounding> parse_rounding(std::string_view);
std::optional<Sampling> parse_sampling(std::string_view);
std::optional<TimeStamp> parse_time_stamp(std::string_view);
std::optional<Distribution> parse_distribution(std::string_view);
std::optional<AccuracySource> parse_accuracy_source(std::string_view);
std::optional<PowerKind> parse_power_kind(std::string_view);
std::optional<BoundsSource> parse_bounds_source(std::string_view);

}  // namespace joulemark
