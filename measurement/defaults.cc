#include "measurement/defaults.h"

#include <algorithm>
#include <array>
#include <limits>

namespace joulemark {
namespace {

using std::chrono::milliseconds;

constexpr double kTwentyPercentReliability = 12.5;  // dof, A-2
constexpr Watts kZoneCeiling(2000.0), kGpuCeiling(3000.0);

constexpr std::string_view kPsuAbove20 = "PSU or BMC input power, PSU above 20 % load";
constexpr std::string_view kPsu10To20 = "PSU or BMC input power, 10..20 % load";
constexpr std::string_view kPsuBelow10 = "PSU or BMC input power, below 10 % load";

// A limit stated as a current: watts at the highest voltage of such an outlet, until the line's
// voltage is known (limits_for).
Accuracy with_current(Accuracy accuracy, double amperes) {
  accuracy.absolute += Watts(amperes * kHighestLineVolts);
  return accuracy;
}

Accuracy rect(double relative, double watts, double dof = kTwentyPercentReliability) {
  return {relative, Watts(watts), Distribution::kRectangular,   dof,
          {},       1.0,          AccuracySource::kClassDefault};
}

Accuracy normal(double relative, double watts, double dof = kTwentyPercentReliability) {
  return {relative, Watts(watts), Distribution::kNormalK1,      dof,
          {},       1.0,          AccuracySource::kClassDefault};
}

// RMS 4.9 % of 15 boards: 4 % common to the model and 3 % per unit.
Accuracy gpu_board() {
  Accuracy accuracy = normal(0.05, 0.0, 14.0);
  accuracy.common = 0.64;
  return accuracy;
}

constexpr double kInf = std::numeric_limits<double>::infinity();

using Rows = std::array<DefaultLimits, 27>;

// NOLINTNEXTLINE(readability-function-size): one table
Rows make_rows() {
  return {{
      {.source_class = "SPEC-accepted analyzer via PTDaemon",
       .accuracy = rect(0.01, 0, kInf),
       .averaging = std::chrono::seconds(1),
       .update_interval = std::chrono::seconds(1)},
      {.source_class = "PDU, IEC 62053-21 class 1, >= 5 % of rated current",
       .accuracy = rect(0.01, 0, kInf),
       .averaging = std::chrono::seconds(3),
       .update_interval = std::chrono::seconds(3),
       .latency_max = std::chrono::seconds(1),
       .digits = 1},
      {.source_class = "PDU, IEC 62053-21 class 1, < 5 % of rated current",
       .accuracy = rect(0.015, 0),
       .averaging = std::chrono::seconds(3),
       .update_interval = std::chrono::seconds(3),
       .latency_max = std::chrono::seconds(1),
       .digits = 1},
      {.source_class = "PDU, 0.5 % stated (Riedo RN3000)",
       .accuracy = normal(0.005, 0),
       .averaging = std::chrono::seconds(3),
       .update_interval = std::chrono::seconds(3),
       .latency_max = std::chrono::seconds(1),
       .digits = 1},
      {.source_class = "PDU, APC AP8xxx, outlet >= 50 W (below: no reading)",
       .accuracy = with_current(rect(0.03, 0), 0.1),
       .averaging = std::chrono::seconds(3),
       .update_interval = std::chrono::seconds(3),
       .latency_max = std::chrono::seconds(1),
       .amperes = 0.1},
      {.source_class = "PDU, unknown, real power",
       .accuracy = with_current(normal(0.05, 0), 0.5),
       .update_interval = std::chrono::seconds(5),
       .latency_max = std::chrono::seconds(5),
       .amperes = 0.5},
      {.source_class = "power shelf or PMC, input",
       .accuracy = normal(0.03, 0),
       .update_interval = std::chrono::seconds(5),
       .latency_max = std::chrono::seconds(5)},
      {.source_class = kPsuAbove20,
       .accuracy = rect(0.05, 10),
       .update_interval = std::chrono::seconds(2),
       .latency_max = std::chrono::seconds(1),
       .per_psu = true},
      {.source_class = kPsu10To20,
       .accuracy = rect(0.15, 10),
       .update_interval = std::chrono::seconds(2),
       .latency_max = std::chrono::seconds(1),
       .per_psu = true},
      {.source_class = kPsuBelow10,
       .accuracy = normal(0.25, 15),
       .update_interval = std::chrono::seconds(2),
       .latency_max = std::chrono::seconds(1),
       .per_psu = true,
       .larger_of_both = true},
      {.source_class = "BMC DC output (READ_POUT)",
       .accuracy = rect(0.05, 10),
       .update_interval = std::chrono::seconds(2),
       .latency_max = std::chrono::seconds(1),
       .per_psu = true},
      {.source_class = "hot-swap controller, DC input of a tray",
       .accuracy = normal(0.03, 0),
       .update_interval = std::chrono::seconds(1),
       .latency_max = std::chrono::seconds(1)},
      // "as the PDU row": nothing is said of the PDU, so the row of an unknown one.
      {.source_class = "CDU pump on an outlet",
       .accuracy = with_current(normal(0.05, 0), 0.5),
       .update_interval = std::chrono::seconds(5),
       .latency_max = std::chrono::seconds(5),
       .amperes = 0.5},
      {.source_class = "NVML power field 185 (average), Ampere except GA100 and newer",
       .accuracy = gpu_board(),
       .averaging = std::chrono::seconds(1),
       .update_interval = milliseconds(100),
       .latency_max = milliseconds(100),
       .ceiling = kGpuCeiling},
      {.source_class = "NVML power field 186 (instant), A100, H100: phi 0.25",
       .accuracy = gpu_board(),
       .averaging = milliseconds(100),
       .observed_ratio = 0.25,
       .update_interval = milliseconds(100),
       .latency_max = milliseconds(100),
       .ceiling = kGpuCeiling},
      {.source_class = "NVML power, GA100 and older, without fields",
       .accuracy = gpu_board(),
       .update_interval = milliseconds(100),
       .latency_max = milliseconds(100),
       .ceiling = kGpuCeiling},
      {.source_class = "NVML energy counter",
       .accuracy = gpu_board(),
       .averaging = std::chrono::seconds(0),
       .update_interval = milliseconds(100),
       .latency_max = milliseconds(100),
       .ceiling = kGpuCeiling},
      // The same row where the counter is fed by the part-time sensor (I-5).
      {.source_class = "NVML energy counter, A100, H100",
       .accuracy = gpu_board(),
       .averaging = milliseconds(100),
       .observed_ratio = 0.25,
       .update_interval = milliseconds(100),
       .latency_max = milliseconds(100),
       .ceiling = kGpuCeiling},
      {.source_class = "AMD GPU energy accumulator",
       .accuracy = gpu_board(),
       .averaging = std::chrono::seconds(0),
       .update_interval = milliseconds(1),
       .ceiling = kGpuCeiling},
      {.source_class = "Intel xe, i915 energy",
       .accuracy = gpu_board(),
       .averaging = std::chrono::seconds(0),
       .update_interval = milliseconds(1),
       .ceiling = kGpuCeiling},
      {.source_class = "Grace, GB200 module (hwmon average)",
       .accuracy = gpu_board(),
       .averaging_from_device = true,
       .update_is_averaging = true},
      {.source_class = "RAPL package, measured (Haswell-EP and later)",
       .accuracy = normal(0.10, 0),
       .averaging = std::chrono::seconds(0),
       .update_interval = milliseconds(1),
       .ceiling = kZoneCeiling},
      {.source_class = "RAPL package, modelled",
       .accuracy = normal(0.20, 0),
       .averaging = std::chrono::seconds(0),
       .update_interval = milliseconds(1),
       .ceiling = kZoneCeiling},
      {.source_class = "RAPL DRAM",
       .accuracy = normal(0.20, 2),
       .averaging = std::chrono::seconds(0),
       .update_interval = milliseconds(1),
       .ceiling = kZoneCeiling},
      {.source_class = "HDEEM-class",
       .accuracy = normal(0.02, 0),
       .averaging = std::chrono::seconds(0),
       .update_interval = milliseconds(1)},
      {.source_class = "Cray pm_counters",
       .accuracy = normal(0.05, 0),
       .averaging = std::chrono::seconds(0),
       .update_interval = milliseconds(100),
       .time_stamp = TimeStamp::kDevice},
      {.source_class = "ACPI, hwmon power meter without power1_accuracy",
       .accuracy = normal(0.10, 10),
       .latency_max = std::chrono::seconds(1),
       .averaging_from_device = true},
  }};
}

const Rows& rows() {
  static const Rows all = make_rows();
  return all;
}

}  // namespace

std::span<const DefaultLimits> default_limits() { return rows(); }

const DefaultLimits* find_default_limits(std::string_view source_class) {
  const auto row = std::find_if(rows().begin(), rows().end(), [&](const DefaultLimits& candidate) {
    return candidate.source_class == source_class;
  });
  return row == rows().end() ? nullptr : &*row;
}

Accuracy limits_for(const DefaultLimits& row, const Installation& installation,
                    std::optional<Watts> mean_power) {
  Accuracy accuracy = row.accuracy;
  accuracy.absolute += Watts(row.digits * installation.resolution);
  accuracy.absolute += Watts(row.amperes * (installation.line_volts - kHighestLineVolts));
  if (row.per_psu) accuracy.absolute = accuracy.absolute * std::max(1, installation.psus);
  if (row.larger_of_both && mean_power) {
    if (accuracy.relative * mean_power->value() >= accuracy.absolute.value())
      accuracy.absolute = Watts(0.0);
    else
      accuracy.relative = 0.0;
  }
  return accuracy;
}

bool is_psu_input(std::string_view name) {
  return name == kPsuAbove20 || name == kPsu10To20 || name == kPsuBelow10;
}

const DefaultLimits& psu_input_limits(double load) {
  if (load > 0.20) return *find_default_limits(kPsuAbove20);
  return *find_default_limits(load >= 0.10 ? kPsu10To20 : kPsuBelow10);
}

}  // namespace joulemark
