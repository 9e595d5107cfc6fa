#include "query/plan/meter_evidence.h"

#include <algorithm>

#include "core/time_text.h"
#include "query/crosscheck/crosscheck_evidence.h"
#include "query/plan/corroborated_units.h"

namespace joulemark {
namespace {

// One counted part and where it comes from.
struct MeterPart {
  Sensor sensor;
  const Series& samples;
  SeriesReport& report;
  SeriesEnergy& energy;
  SeriesEnergy& without_plan;
  std::optional<Class>& lifted;
};

std::string day_of(UtcTime time) { return format_time(time).substr(0, 10); }

void check_certificate_of(const MeterPart& part, const Plan& plan, const Window& window) {
  for (const PlanCertificate& one : plan.calibration) {
    if (one.serial != part.sensor.serial) continue;
    if (day_of(window.start) < one.date || day_of(window.end) > one.valid_until)
      part.report.codes.insert(Code::kCalibrationExpired);
    const Series* samples = &part.samples;
    const auto watts = block_powers({&samples, 1}, window);
    if (one.range_watts && (!watts || watts->first < one.range_watts->first ||
                            watts->second > one.range_watts->second))
      part.report.codes.insert(Code::kCertificateMismatch);
  }
}

// The counted parts whose sensors one cross-check is about, together.
using PartGroup = std::vector<MeterPart*>;

Result<void> correct(const CrosscheckEvidence& evidence, const PartGroup& group,
                     const Window& window, SeriesEnergy& (*which)(const MeterPart&)) {
  std::vector<const Series*> samples;
  std::vector<SeriesEnergy> energies;
  for (const MeterPart* part : group) {
    samples.push_back(&part->samples);
    energies.push_back(which(*part));
  }
  auto corrected = corrected_by(evidence, samples, std::move(energies), window);
  if (!corrected) return fail_in(evidence.file, corrected.error());
  for (std::size_t i = 0; i < group.size(); ++i) which(*group[i]) = std::move((*corrected)[i]);
  return {};
}

SeriesEnergy& energy_of(const MeterPart& part) { return part.energy; }
SeriesEnergy& energy_without_plan(const MeterPart& part) { return part.without_plan; }

void lift(const CrosscheckEvidence& evidence, const MeterPart& part) {
  part.report.codes.insert(evidence.codes.begin(), evidence.codes.end());
  if (evidence.settles_aliasing && part.report.codes.contains(Code::kAliasRisk))
    part.report.settled.insert(Code::kAliasRisk);
  if (!evidence.correction && !evidence.transfer) return;
  part.report.accuracy_stated = true;
  if (!evidence.gives_class) return;
  part.lifted = Class::kCrossValidated;
  part.report.codes.erase(Code::kClassDefaultAccuracy);
}

Result<void> use(const CrosscheckEvidence& evidence, const PartGroup& group, const Window& window,
                 NodeReport& unit) {
  for (const MeterPart* part : group) lift(evidence, *part);
  const bool aliased = std::any_of(group.begin(), group.end(), [](const MeterPart* part) {
    return part->report.settled.contains(Code::kAliasRisk);
  });
  if (aliased)
    unit.steps.push_back("L-3: " + evidence.file + ", against the energy counter of " +
                         evidence.reference + " in this run");
  if (!evidence.correction && !evidence.transfer) return {};
  if (auto done = correct(evidence, group, window, energy_of); !done) return done;
  if (auto done = correct(evidence, group, window, energy_without_plan); !done) return done;
  unit.steps.push_back("X-7: " + evidence.file + ", against " + evidence.reference);
  return {};
}

// True: a cross-check is about exactly these sensors together, whether or not it could be used.
Result<bool> try_group(const PreparedPlan& plan, const PartGroup& group, const Window& window,
                       NodeReport& unit) {
  std::vector<Sensor> sensors;
  std::vector<const Series*> samples;
  for (const MeterPart* part : group) {
    sensors.push_back(part->sensor);
    samples.push_back(&part->samples);
  }
  const auto watts = block_powers(samples, window);
  if (!watts) return false;
  const auto evidence = latest_evidence(plan.crosschecks, {sensors, *watts, window});
  if (!evidence) {
    if (evidence.error().code == ErrorCode::kNotPresent) return false;
    unit.steps.push_back("X not used: " + evidence.error().message);
    return true;
  }
  if (auto done = use(*evidence, group, window, unit); !done)
    return tl::unexpected<Error>(done.error());
  return true;
}

// All of the unit's sensors first, as their sum may have been validated; then each alone.
Result<void> use_crosschecks(const PreparedPlan& plan, std::vector<MeterPart>& parts,
                             const Window& window, NodeReport& unit) {
  if (plan.crosschecks.empty()) return {};
  PartGroup all;
  for (MeterPart& part : parts) all.push_back(&part);
  if (all.size() > 1) {
    const auto used = try_group(plan, all, window, unit);
    if (!used) return tl::unexpected<Error>(used.error());
    if (*used) return {};
  }
  for (MeterPart* part : all)
    if (const auto used = try_group(plan, {part}, window, unit); !used)
      return tl::unexpected<Error>(used.error());
  return {};
}

}  // namespace

Result<void> use_meter_evidence(const PreparedPlan& plan, const Measurements& measured,
                                std::vector<NodeReport>& reports,
                                std::vector<CountedEnergy>& energies, const Window& window) {
  if (plan.crosschecks.empty() && plan.plan.calibration.empty()) return {};
  for (std::size_t i = 0; i < measured.nodes.size(); ++i) {
    CountedEnergy& energy = energies[i];
    std::vector<MeterPart> parts;
    for (std::size_t p = 0; p < energy.parts.size(); ++p) {
      const std::size_t at = energy.series[p];
      const NodeMeasurement& node = measured.nodes[i];
      parts.push_back({sensor_at_site(*node.sensors[at], reports[i].series[at]), node.samples(at),
                       reports[i].series[at], energy.parts[p], energy.without_plan[p],
                       energy.lifted[p]});
      check_certificate_of(parts.back(), plan.plan, window);
    }
    if (parts.empty()) continue;
    if (auto done = use_crosschecks(plan, parts, window, reports[i]); !done) return done;
  }
  return corroborate_units(plan, measured, reports, energies, window);
}

}  // namespace joulemark
