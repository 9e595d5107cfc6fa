#include "query/plan/corroborated_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "measurement/recombine.h"
#include "query/crosscheck/chain_energy.h"
#include "query/crosscheck/crosscheck_evidence.h"
#include "query/crosscheck/make_crosscheck.h"
#include "query/crosscheck/run_corroboration.h"

namespace joulemark {
namespace {

struct UnitParts {
  const NodeMeasurement& node;
  NodeReport& report;
  CountedEnergy& energy;
};

Chain chain_of_unit(const UnitParts& unit) {
  Chain out;
  for (const std::size_t at : unit.energy.series)
    out.push_back(checked_sensor(sensor_at_site(*unit.node.sensors[at], unit.report.series[at])));
  return out;
}

// The series of a chain's sensors, wherever they are; shorter than the chain: not all were found.
ChainSeries series_of(const Chain& chain, const Measurements& measured) {
  ChainSeries out;
  for (const NodeMeasurement& node : measured.nodes)
    for (std::size_t i = 0; i < node.sensors.size(); ++i)
      for (const CheckedSensor& wanted : chain)
        if (same_units({wanted}, {checked_sensor(node.sensors[i]->sensor)}))
          out.push_back(node.samples(i));
  return out;
}

Result<StatedEnergy> other_energy(const CrosscheckRecord& record, const Measurements& measured,
                                  const Window& window) {
  ChainSeries series = series_of(record.validated, measured);
  if (series.size() != record.validated.size())
    return fail(ErrorCode::kNotPresent, "the server has no series of the other chain");
  auto moved = with_measured_lag(std::move(series), record.lag);
  if (!moved) return tl::unexpected<Error>(moved.error());
  const auto energy = level_energy(*moved, window, measured.clocks.delta());
  if (!energy) return tl::unexpected<Error>(energy.error());
  return StatedEnergy{energy->total.energy, energy->total.headline_U};
}

// U of the parts' sum becomes what L-6 asks for by one more component, on the first part.
Result<void> widen(std::vector<SeriesEnergy>& parts, double U) {
  const Total total = sum(parts);
  const double u = U / total.combined.k, u_c = total.combined.u_c;
  if (!(u > u_c)) return {};
  parts.front().budget.push_back(
      {"corroboration", std::sqrt(u * u - u_c * u_c), kInfinity, "corroboration"});
  auto combined = recombined(std::move(parts.front()));
  if (!combined) return tl::unexpected<Error>(combined.error());
  parts.front() = std::move(*combined);
  return {};
}

Result<void> take(const Corroboration& found, const UnitParts& unit) {
  if (auto done = widen(unit.energy.parts, found.U); !done) return done;
  if (auto done = widen(unit.energy.without_plan, found.U); !done) return done;
  for (std::size_t p = 0; p < unit.energy.parts.size(); ++p) {
    SeriesReport& series = unit.report.series[unit.energy.series[p]];
    auto& lifted = unit.energy.lifted[p];
    lifted = std::min(lifted.value_or(Class::kCorroborated), Class::kCorroborated);
    series.codes.erase(Code::kClassDefaultAccuracy);
  }
  return {};
}

Result<Corroboration> corroboration_in(const CrosscheckRecord& record, const UnitParts& unit,
                                       const Measurements& measured, const Window& window) {
  const auto other = other_energy(record, measured, window);
  if (!other) return tl::unexpected<Error>(other.error());
  const Total own = sum(unit.energy.parts);
  return corroborate_run(record, window, {own.energy, own.headline_U}, *other);
}

Result<void> try_record(const CrosscheckRecord& record, const std::string& file,
                        const UnitParts& unit, const Measurements& measured, const Window& window) {
  const auto found = corroboration_in(record, unit, measured, window);
  if (!found) {
    unit.report.steps.push_back("L-6 not used: " + file + ": " + found.error().message);
    return {};
  }
  if (!found->corroborated) {
    unit.report.steps.push_back(fmt::format(
        "L-6 not used: {}: {}", file,
        found->agrees ? "U would be more than 7 % of E" : "the chains do not agree in this run"));
    return {};
  }
  unit.report.steps.push_back("L-6: " + file + ", agrees with " + model_of(record.validated) +
                              " in this run");
  return take(*found, unit);
}

// Both chains agree in this run, but it is the downstream one that is counted.
void say_what_to_count(const CrosscheckRecord& record, const std::string& file,
                       const UnitParts& unit, const Window& window) {
  if (!corroboration_objection(record, window).empty()) return;
  unit.report.steps.push_back("L-6 not used: " + file + ": its reference, " +
                              model_of(record.reference.sensors) +
                              ", is not counted; 'covers' of the plan counts it");
}

Result<void> try_file(const CrosscheckFile& file, const Chain& own, const UnitParts& unit,
                      const Measurements& measured, const Window& window) {
  for (const CrosscheckRecord& record : file.units) {
    if (record.reference.calibrated()) continue;
    if (same_units(record.validated, own)) say_what_to_count(record, file.name, unit, window);
    if (!same_units(record.reference.sensors, own)) continue;
    if (auto done = try_record(record, file.name, unit, measured, window); !done) return done;
  }
  return {};
}

}  // namespace

Sensor sensor_at_site(const SensorTelemetry& sensor, const SeriesReport& report) {
  Sensor out = sensor.sensor;
  out.scope = report.scope;
  return out;
}

Result<void> corroborate_units(const PreparedPlan& plan, const Measurements& measured,
                               std::vector<NodeReport>& reports,
                               std::vector<CountedEnergy>& energies, const Window& window) {
  for (std::size_t i = 0; i < measured.nodes.size(); ++i) {
    if (energies[i].parts.empty()) continue;
    const UnitParts unit{measured.nodes[i], reports[i], energies[i]};
    const Chain own = chain_of_unit(unit);
    for (const CrosscheckFile& file : plan.crosschecks)
      if (auto done = try_file(file, own, unit, measured, window); !done) return done;
  }
  return {};
}

}  // namespace joulemark
