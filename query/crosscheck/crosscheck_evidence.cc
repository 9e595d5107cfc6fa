#include "query/crosscheck/crosscheck_evidence.h"

#include <algorithm>
#include <cmath>

#include "core/time_text.h"
#include "measurement/crosscheck_validity.h"
#include "query/crosscheck/run_corroboration.h"

namespace joulemark {
namespace {

// The same device, by its serial where both sides tell one; its firmware may have changed.
bool same_unit(const CheckedSensor& a, const CheckedSensor& b) {
  if (a.sensor != b.sensor || a.scope != b.scope) return false;
  if (!a.serial.empty() && !b.serial.empty()) return a.serial == b.serial;
  return a.node == b.node && a.source == b.source;
}

// Another unit of what was validated, at the same place of its machine.
bool same_kind(const Chain& a, const Chain& b) {
  return a.size() == b.size() && !model_of(a).empty() && model_of(a) == model_of(b) &&
         a.front().source == b.front().source && a.front().component == b.front().component &&
         a.front().boundary == b.front().boundary && a.front().quantity == b.front().quantity;
}

Chain chain_of(const std::vector<Sensor>& sensors) {
  Chain out;
  std::transform(sensors.begin(), sensors.end(), std::back_inserter(out), checked_sensor);
  return out;
}

double largest_bias(const CrosscheckResult& result) {
  double bias = 0.0;
  for (const LevelResult& level : result.levels)
    bias = std::max(bias, std::fabs(std::expm1(level.equivalence.mean_r)));
  return bias;
}

std::string reference_words(const Reference& reference) {
  std::string what = reference.kind == ReferenceKind::kTelemetry ? model_of(reference.sensors)
                                                                 : reference.log.name;
  if (what.empty())
    what = reference.sensors.empty() ? "a log" : to_string(reference.sensors.front());
  return what + (reference.calibrated() ? " (calibrated)" : " (not calibrated)");
}

Result<void> speaks_for_use(const CrosscheckRecord& unit, const CrosscheckQuestion& question,
                            std::pair<double, double> tested) {
  const Chain asked = chain_of(question.sensors);
  // What was checked in the very run speaks for it, though it was finished only with it.
  const UtcTime made = is_of_the_run(unit, question.window)
                           ? std::min(unit.made(), question.window.start)
                           : unit.made();
  return speaks_for(
      {model_of(unit.validated), firmware_of(unit.validated), made, tested.first, tested.second},
      {model_of(asked), firmware_of(asked), question.window.start, question.window.end,
       question.watts.first, question.watts.second});
}

CrosscheckEvidence described(const CrosscheckFile& file, const CrosscheckRecord& unit) {
  CrosscheckEvidence out;
  out.verdict = unit.result.verdict;
  out.codes = unit.result.codes;
  if (unit.simulated()) out.codes.insert(Code::kSimulated);
  out.calibrated = unit.reference.calibrated();
  out.same_device = unit.same_device;
  out.bias = largest_bias(unit.result);
  out.valid_until = valid_until(unit.made());
  out.reference = reference_words(unit.reference);
  out.file = file.name;
  return out;
}

Result<CrosscheckEvidence> of_unit(const CrosscheckFile& file, const CrosscheckRecord& unit,
                                   const CrosscheckQuestion& question) {
  CrosscheckEvidence out = described(file, unit);
  out.same_unit = true;
  if (!unit.passed()) {
    if (firmware_of(unit.validated) != firmware_of(chain_of(question.sensors)))
      return fail(ErrorCode::kInvalid, file.name + ": made with another firmware");
    return out;
  }
  if (auto holds = speaks_for_use(unit, question, unit.tested_watts()); !holds)
    return fail_in(file.name, holds.error());
  out.settles_aliasing = settles_aliasing(unit, question.window);
  if (unit.same_device) return out;
  auto correction =
      unit_correction(unit.result, unit.ratio, unit.reference.u_relative, unit.reference.group);
  if (!correction) return fail_in(file.name, correction.error());
  out.correction = std::move(*correction);
  out.gives_class = out.calibrated;
  return out;
}

// X-7b: the range that every validated unit was tested in, and the earliest expiry.
Result<CrosscheckEvidence> transferred(const CrosscheckFile& file,
                                       const CrosscheckQuestion& question) {
  const CrosscheckRecord* oldest = nullptr;
  std::pair<double, double> tested{0.0, kInfinity};
  bool calibrated = true, simulated = false;
  for (const CrosscheckRecord& unit : file.units) {
    simulated = simulated || unit.simulated();
    if (!unit.passed()) continue;
    if (oldest == nullptr || unit.made() < oldest->made()) oldest = &unit;
    const auto [low, high] = unit.tested_watts();
    tested = {std::max(tested.first, low), std::min(tested.second, high)};
    calibrated = calibrated && unit.reference.calibrated();
  }
  CrosscheckEvidence out = described(file, oldest != nullptr ? *oldest : file.units.front());
  out.verdict = file.fleet->verdict;
  out.codes.clear();
  if (simulated) out.codes.insert(Code::kSimulated);
  if (out.verdict == CrosscheckVerdict::kDisagree) out.codes.insert(Code::kCrosscheckDisagree);
  if (out.verdict == CrosscheckVerdict::kInconclusive)
    out.codes.insert(Code::kCrosscheckInconclusive);
  if (oldest == nullptr || !out.codes.empty()) return out;
  if (auto holds = speaks_for_use(*oldest, question, tested); !holds)
    return fail_in(file.name, holds.error());
  out.calibrated = calibrated;
  out.transfer = file.fleet->transfer;
  out.bias = out.transfer ? std::fabs(out.transfer->factor - 1.0) : out.bias;
  out.gives_class = calibrated && out.transfer && out.transfer->gives_class;
  return out;
}

// When a file last looked at this unit, or at its model; empty: never.
struct LastLook {
  bool same_unit = false;
  UtcTime made;
  friend auto operator<=>(const LastLook&, const LastLook&) = default;
};

std::optional<LastLook> last_look(const CrosscheckFile& file, const Chain& asked) {
  std::optional<LastLook> out;
  for (const CrosscheckRecord& unit : file.units) {
    const bool same = same_units(unit.validated, asked);
    if (!same && !(file.fleet && same_kind(unit.validated, asked))) continue;
    const LastLook look{same, unit.made()};
    if (!out || look > *out) out = look;
  }
  return out;
}

}  // namespace

bool same_units(const Chain& a, const Chain& b) {
  return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const CheckedSensor& one) {
           return std::any_of(b.begin(), b.end(),
                              [&](const CheckedSensor& other) { return same_unit(one, other); });
         });
}

Result<CrosscheckEvidence> latest_evidence(std::span<const CrosscheckFile> files,
                                           const CrosscheckQuestion& question) {
  const Chain asked = chain_of(question.sensors);
  const CrosscheckFile* latest = nullptr;
  std::optional<LastLook> last;
  for (const CrosscheckFile& file : files) {
    const auto look = last_look(file, asked);
    if (!look || (last && *look <= *last)) continue;
    last = look;
    latest = &file;
  }
  if (latest == nullptr) return fail(ErrorCode::kNotPresent, "no cross-check is about this sensor");
  return evidence_for(*latest, question);
}

Result<CrosscheckEvidence> evidence_for(const CrosscheckFile& file,
                                        const CrosscheckQuestion& question) {
  if (question.sensors.empty()) return fail(ErrorCode::kInvalid, "no sensor to look up");
  const Chain asked = chain_of(question.sensors);
  const auto named = [&](CrosscheckEvidence evidence) {
    evidence.unit = to_string(asked.front());
    return evidence;
  };
  for (const CrosscheckRecord& unit : file.units)
    if (same_units(unit.validated, asked)) return of_unit(file, unit, question).map(named);
  if (file.fleet && same_kind(file.units.front().validated, asked))
    return transferred(file, question).map(named);
  return fail(ErrorCode::kNotPresent, file.name + ": is about other sensors");
}

}  // namespace joulemark
