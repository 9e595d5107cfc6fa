// METHOD's table of default limits per source class, version 1.0. Used only if nothing better is
// known.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/metrology.h"

namespace joulemark {

inline constexpr std::string_view kMethodVersion = "joulemark-method/1.0";
inline constexpr std::string_view kTableVersion = "1.0";

inline constexpr double kHighestLineVolts = 250.0;  // of an outlet by IEC 60320

struct DefaultLimits {
  std::string_view source_class;  // the row's name, as in METHOD
  // source = kClassDefault. absolute holds the watts of the row for one PSU, a current at the
  // highest line voltage, and no digits: limits_for knows the device.
  Accuracy accuracy;
  std::optional<Duration> averaging{};        // W; empty: not known
  double observed_ratio = 1.0;                // phi
  std::optional<Duration> update_interval{};  // Tu; empty: not known
  Duration latency_min{0}, latency_max{0};
  std::optional<Watts> ceiling{};           // p_ceiling
  TimeStamp time_stamp = TimeStamp::kRead;  // "device" in the column of latencies
  bool averaging_from_device = false;       // W is read from power1_average_interval
  bool update_is_averaging = false;         // Tu = W
  double digits = 0.0;                      // acc_abs in steps of the resolution
  double amperes = 0.0;                     // acc_abs as a current, times the line voltage
  bool per_psu = false;                     // acc_abs is per PSU
  bool larger_of_both = false;              // the larger of E acc_rel and D acc_abs, the other 0
};

// In the order of METHOD's table. A PSU or BMC input has one row per range of load.
std::span<const DefaultLimits> default_limits();
const DefaultLimits* find_default_limits(std::string_view source_class);

// What a row's absolute limit needs to know of the device.
struct Installation {
  double resolution = 0.0;  // W, one digit
  double line_volts = kHighestLineVolts;
  int psus = 1;
};
// The row's accuracy for this device. Where the larger of both limits counts, mean_power decides.
Accuracy limits_for(const DefaultLimits& row, const Installation& installation,
                    std::optional<Watts> mean_power = std::nullopt);

// The rows of a PSU or BMC input: one for each range of the load at which its supplies work, as a
// fraction of their rating. A load that is not known (no number) is taken as the lowest.
bool is_psu_input(std::string_view source_class);
const DefaultLimits& psu_input_limits(double load);

// S-2D: loss of busbar and connectors, as a fraction of the energy downstream.
inline constexpr double kDistributionLossMin = 0.0;
inline constexpr double kDistributionLossMax = 0.02;

}  // namespace joulemark
