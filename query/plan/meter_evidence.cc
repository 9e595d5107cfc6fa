#include "query/plan/meter_evidence.h"

#include <algorithm>

#include "core/time_text.h"
#include "query/crosscheck/crosscheck_evidence.h"

namespace joulemark {
namespace {

// One counted part and where it comes from.
struct MeterPart {
  const Sensor& sensor;
  const Series& samples;
  SeriesReport& report;
  SeriesEnergy& energy;
  SeriesEnergy& without_plan;
  std::optional<Class>& lifted;
};

std::string day_of(UtcTime time) { return format_time(time).substr(0, 10); }

void check_certificate_of(const MeterPart& part, const Plan& plan, const Window& window,
                          const Result<std::pair<double, double>>& watts) {
  for (const PlanCertificate& one : plan.calibration) {
    if (one.serial != part.sensor.serial) continue;
    if (day_of(window.start) < one.date || day_of(window.end) > one.valid_until)
      part.report.codes.insert(Code::kCalibrationExpired);
    if (one.range_watts && (!watts || watts->first < one.range_watts->first ||
                            watts->second > one.range_watts->second))
      part.report.codes.insert(Code::kCertificateMismatch);
  }
}

Result<SeriesEnergy> corrected_part(const CrosscheckEvidence& evidence, const Series& samples,
                                    SeriesEnergy energy, const Window& window) {
  const Series* series = &samples;
  auto out = corrected_by(evidence, {&series, 1}, {std::move(energy)}, window);
  if (!out) return tl::unexpected<Error>(out.error());
  return std::move(out->front());
}

Result<void> use(const CrosscheckEvidence& evidence, const MeterPart& part, const Window& window) {
  part.report.codes.insert(evidence.codes.begin(), evidence.codes.end());
  if (!evidence.correction && !evidence.transfer) return {};
  for (SeriesEnergy* energy : {&part.energy, &part.without_plan}) {
    auto corrected = corrected_part(evidence, part.samples, std::move(*energy), window);
    if (!corrected) return tl::unexpected<Error>(corrected.error());
    *energy = std::move(*corrected);
  }
  part.report.accuracy_stated = true;
  if (!evidence.gives_class) return {};
  part.lifted = Class::kCrossValidated;
  part.report.codes.erase(Code::kClassDefaultAccuracy);
  return {};
}

Result<void> use_crosschecks(const PreparedPlan& plan, const MeterPart& part, const Window& window,
                             const std::pair<double, double>& watts, NodeReport& unit) {
  if (plan.crosschecks.empty()) return {};
  const auto evidence = latest_evidence(plan.crosschecks, {{part.sensor}, watts, window});
  if (!evidence) {
    if (evidence.error().code != ErrorCode::kNotPresent)
      unit.steps.push_back("X not used: " + evidence.error().message);
    return {};
  }
  if (auto done = use(*evidence, part, window); !done) return fail_in(evidence->file, done.error());
  if (evidence->correction || evidence->transfer)
    unit.steps.push_back("X-7: " + evidence->file + ", against " + evidence->reference);
  return {};
}

}  // namespace

Result<void> use_meter_evidence(const PreparedPlan& plan, const Measurements& measured,
                                std::vector<NodeReport>& reports,
                                std::vector<CountedEnergy>& energies, const Window& window) {
  if (plan.crosschecks.empty() && plan.plan.calibration.empty()) return {};
  for (std::size_t i = 0; i < measured.nodes.size(); ++i) {
    CountedEnergy& energy = energies[i];
    for (std::size_t p = 0; p < energy.parts.size(); ++p) {
      const std::size_t at = energy.series[p];
      const NodeMeasurement& node = measured.nodes[i];
      const MeterPart part{node.sensors[at]->sensor, node.samples(at),       reports[i].series[at],
                           energy.parts[p],          energy.without_plan[p], energy.lifted[p]};
      const Series* samples = &part.samples;
      const auto watts = block_powers({&samples, 1}, window);
      check_certificate_of(part, plan.plan, window, watts);
      if (!watts) continue;
      if (auto done = use_crosschecks(plan, part, window, *watts, reports[i]); !done) return done;
    }
  }
  return {};
}

}  // namespace joulemark
