#include "query/crosscheck/crosscheck_record.h"

#include <algorithm>
#include <set>

#include "core/names.h"
#include "query/figures.h"

namespace joulemark {
namespace {

constexpr NameTable<ReferenceKind, 3> kReferenceKinds{{
    {ReferenceKind::kTelemetry, "telemetry"},
    {ReferenceKind::kAnalyzerLog, "analyzer_log"},
    {ReferenceKind::kPowerLog, "power_log"},
}};
constexpr NameTable<LevelKind, 3> kLevelKinds{{
    {LevelKind::kIdle, "idle"},
    {LevelKind::kSteady, "steady"},
    {LevelKind::kWorkload, "workload"},
}};

std::string of_all(const Chain& chain, std::string (*word)(const CheckedSensor&)) {
  std::set<std::string> words;
  for (const CheckedSensor& sensor : chain) words.insert(word(sensor));
  words.erase("");
  return join({words.begin(), words.end()}, " + ");
}

}  // namespace

std::string_view to_string(ReferenceKind kind) { return name_of(kReferenceKinds, kind); }
std::optional<ReferenceKind> parse_reference_kind(std::string_view word) {
  return value_of(kReferenceKinds, word);
}
std::string_view to_string(LevelKind kind) { return name_of(kLevelKinds, kind); }
std::optional<LevelKind> parse_level_kind(std::string_view word) {
  return value_of(kLevelKinds, word);
}

CheckedSensor checked_sensor(const Sensor& sensor) {
  return {sensor.node,     sensor.source, sensor.id,       sensor.scope,    sensor.vendor,
          sensor.model,    sensor.serial, sensor.firmware, sensor.driver,   sensor.component,
          sensor.boundary, sensor.supply, sensor.quantity, sensor.simulated};
}

std::string to_string(const CheckedSensor& sensor) {
  return sensor.node + "/" + sensor.source + "/" + sensor.sensor + " (" + sensor.scope + ")";
}

std::string model_of(const Chain& chain) {
  return of_all(chain, [](const CheckedSensor& sensor) {
    return sensor.vendor.empty() || sensor.model.empty() ? sensor.vendor + sensor.model
                                                         : sensor.vendor + " " + sensor.model;
  });
}

std::string firmware_of(const Chain& chain) {
  return of_all(chain, [](const CheckedSensor& sensor) { return sensor.firmware; });
}

UtcTime CrosscheckRecord::begun() const {
  UtcTime first = made();
  for (const CheckedLevel& level : levels)
    for (const CheckedBlock& block : level.blocks) first = std::min(first, block.begin);
  return first;
}

UtcTime CrosscheckRecord::made() const {
  UtcTime last{};
  for (const CheckedLevel& level : levels)
    for (const CheckedBlock& block : level.blocks)
      last = std::max(last, block.begin + from_seconds(block_seconds));
  return last;
}

std::pair<double, double> CrosscheckRecord::tested_watts() const {
  double low = kInfinity, high = 0.0;
  for (const CheckedLevel& level : levels)
    for (const CheckedBlock& block : level.blocks) {
      low = std::min(low, block.validated / block_seconds);
      high = std::max(high, block.validated / block_seconds);
    }
  return {low, high};
}

bool CrosscheckRecord::passed() const {
  return result.verdict == CrosscheckVerdict::kAgree ||
         result.verdict == CrosscheckVerdict::kAgree5;
}

bool CrosscheckRecord::simulated() const {
  const auto is_simulated = [](const CheckedSensor& sensor) { return sensor.simulated; };
  return std::any_of(validated.begin(), validated.end(), is_simulated) ||
         std::any_of(reference.sensors.begin(), reference.sensors.end(), is_simulated);
}

std::vector<std::string> calibration_objections(const CrosscheckRecord& record) {
  const Reference& reference = record.reference;
  if (reference.certificates.empty()) return {"no certificate was given (--certificate)"};
  const bool is_log = reference.kind != ReferenceKind::kTelemetry;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < reference.loads.size(); ++i) {
    const std::string serial = is_log ? "" : reference.sensors[i].serial;
    const Certificate* found = nullptr;
    for (const Certificate& certificate : reference.certificates)
      if (is_log || certificate.serial == serial) found = &certificate;
    if (!is_log && serial.empty()) {
      out.push_back(to_string(reference.sensors[i]) +
                    " tells no serial number (exporter: --labels.serials): no certificate can be "
                    "shown to be its own");
    } else if (found == nullptr) {
      out.push_back("no certificate of serial " + serial);
    } else {
      const auto [low, high] = reference.loads[i];
      for (std::string& objection :
           objections(*found, {serial, record.begun(), record.made(), low, high}))
        out.push_back(std::move(objection));
    }
  }
  return out;
}

CrosscheckInput crosscheck_input(const CrosscheckRecord& record) {
  CrosscheckInput input;
  input.ratio = record.ratio;
  input.block_seconds = record.block_seconds;
  input.lag = record.lag;
  input.accuracy_watts = record.accuracy_watts;
  input.reference.U = record.U_reference;
  input.validated.U = record.U_validated;
  for (const CheckedLevel& level : record.levels) {
    CrosscheckLevel out{level.name, level.kind, {}, {}, level.U_reference, level.U_validated};
    for (const CheckedBlock& block : level.blocks) {
      out.reference.push_back(block.reference);
      out.validated.push_back(block.validated);
      input.reference.energy += block.reference;
      input.validated.energy += block.validated;
    }
    input.levels.push_back(std::move(out));
  }
  return input;
}

}  // namespace joulemark
