// One cross-check as it was made: what was compared with what, block by block, so that anyone can
// compute its verdict again (METHOD X, joulemark.crosscheck/1).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"
#include "core/sensor.h"
#include "measurement/crosscheck.h"
#include "measurement/crosscheck_training.h"
#include "measurement/series.h"
#include "query/crosscheck/certificate.h"

namespace joulemark {

// What identifies a sensor and says where it sits.
struct CheckedSensor {
  std::string node, source, sensor, scope, vendor, model, serial, firmware, driver;
  Component component = Component::kOther;
  Boundary boundary = Boundary::kUnknown;
  Supply supply = Supply::kUnknown;
  QuantityKind quantity = QuantityKind::kPower;
  bool simulated = false;
  friend bool operator==(const CheckedSensor&, const CheckedSensor&) = default;
};

CheckedSensor checked_sensor(const Sensor& sensor);
// "node/source/sensor (scope)"
std::string to_string(const CheckedSensor& sensor);

std::string_view to_string(LevelKind);  // "idle", "steady", "workload"
std::optional<LevelKind> parse_level_kind(std::string_view);

// One side: one sensor, or several whose energies are added.
using Chain = std::vector<CheckedSensor>;

std::string model_of(const Chain& chain);     // "Acme PSU 3000"; several models joined by " + "
std::string firmware_of(const Chain& chain);  // likewise

// Of one unit: three days of minutes. The line through them takes the square of that.
inline constexpr std::size_t kMostBlocksOfUnit = 5'000;

struct CheckedBlock {
  UtcTime begin;
  double reference = 0.0, validated = 0.0;  // J
};

struct CheckedLevel {
  std::string name;
  LevelKind kind = LevelKind::kSteady;
  std::vector<CheckedBlock> blocks;
  double U_reference = 0.0, U_validated = 0.0;            // of the sums of the blocks, J
  std::vector<std::pair<UtcTime, std::string>> left_out;  // blocks without an energy, and why
};

enum class ReferenceKind { kTelemetry, kAnalyzerLog, kPowerLog };
std::string_view to_string(ReferenceKind);  // "telemetry", "analyzer_log", "power_log"
std::optional<ReferenceKind> parse_reference_kind(std::string_view);

// The log of an instrument that Prometheus does not hold.
struct ReferenceLog {
  std::string name, sha256;
  std::string utc_offset;  // as told; empty: its times carry their own
  std::size_t readings = 0;
};

struct Reference {
  ReferenceKind kind = ReferenceKind::kTelemetry;
  Chain sensors;  // telemetry
  ReferenceLog log;
  // Lowest and highest mean power of a block, W: of each sensor, or of the log.
  std::vector<std::pair<double, double>> loads;
  std::vector<Certificate> certificates;
  std::vector<std::string> not_calibrated;  // why it counts as not calibrated; empty: calibrated
  double u_relative = 0.0;                  // of its gain and offset, the largest of the levels
  std::string group;                        // what else was checked against it

  [[nodiscard]] bool calibrated() const { return not_calibrated.empty(); }
};

struct CrosscheckRecord {
  Chain validated;
  Reference reference;
  bool same_device = false;                    // a device's counter against its own power (L-3)
  std::vector<std::string> checked, declared;  // of X-0: what telemetry showed, what was told
  ExpectedRatio ratio;
  std::string ratio_how;
  double block_seconds = kBlock;
  std::optional<Lag> lag;
  double accuracy_watts = 0.0;
  std::vector<CheckedLevel> levels;
  double U_reference = 0.0, U_validated = 0.0;  // of the whole, J
  CrosscheckResult result;                      // computed from the above, never read
  std::optional<TrainingAcceptance> training;   // --protocol mlperf-training

  [[nodiscard]] UtcTime begun() const;  // start of the first block
  [[nodiscard]] UtcTime made() const;   // end of the last block
  // Lowest and highest mean power of a block of the validated sensor: the tested range, W.
  [[nodiscard]] std::pair<double, double> tested_watts() const;
  [[nodiscard]] bool passed() const;  // AGREE or AGREE_5
  [[nodiscard]] bool simulated() const;
};

// Why the reference does not count as calibrated by its certificates (METHOD L): none, out of date,
// another serial, loads outside its range. Empty: it does.
std::vector<std::string> calibration_objections(const CrosscheckRecord& record);

// The rules' input; the blocks in order of time.
CrosscheckInput crosscheck_input(const CrosscheckRecord& record);

}  // namespace joulemark
