#include "query/residuals.h"

#include <algorithm>

#include "measurement/uncertainty.h"

namespace joulemark {
namespace {

using Range = std::pair<double, double>;
constexpr Range kOutletsOverInputs{0.0, 0.01};
constexpr Range kInputsOverOutputs{0.04, 0.15};

// U by U-1 over the budgets of both sides.
Residual residual(const NodeReport& report, const std::vector<SeriesEnergy>& parts,
                  std::string what, Range expected) {
  Residual out{report.node, std::move(what), report.figure.energy, 0.0, 0.0, expected, false};
  Budget budget = report.figure.budget;
  for (const SeriesEnergy& part : parts) {
    out.energy -= part.energy;
    budget.insert(budget.end(), part.budget.begin(), part.budget.end());
  }
  out.U = combine(budget).U;
  const double whole = report.figure.energy;
  out.fraction = whole > 0.0 ? out.energy / whole : 0.0;
  out.mismatch =
      out.energy + out.U < expected.first * whole || out.energy - out.U > expected.second * whole;
  return out;
}

std::vector<SeriesEnergy> psu_outputs(const NodeMeasurement& node) {
  std::vector<SeriesEnergy> out;
  for (std::size_t i = 0; i < node.series.size(); ++i) {
    const Sensor& sensor = node.sensors[i]->sensor;
    if (sensor.component == Component::kPsu && sensor.boundary == Boundary::kPsuOutput &&
        node.alive[i] && !node.series[i].energy.refused && node.series[i].role != MemberRole::kDual)
      out.push_back(node.series[i].energy);
  }
  return out;
}

// Inputs and outputs compare only where every counted supply shows both.
bool is_input_of_psus(const NodeMeasurement& node, std::size_t outputs) {
  const auto& members = node.choice.counted->members;
  return members.size() == outputs &&
         std::all_of(members.begin(), members.end(), [&](std::size_t i) {
           return node.sensors[i]->sensor.component == Component::kPsu;
         });
}

}  // namespace

std::vector<Residual> residuals(const NodeMeasurement& node, const NodeReport& report) {
  std::vector<Residual> out;
  if (report.status != NodeReport::Status::kOk) return out;
  if (report.basis == Basis::kAcInput) {
    const auto outputs = psu_outputs(node);
    if (!outputs.empty() && is_input_of_psus(node, outputs.size()))
      out.push_back(residual(report, outputs, "PSU inputs over PSU outputs", kInputsOverOutputs));
  }
  if (report.basis == Basis::kOutlets)
    for (const Cover& other : node.choice.others) {
      if (other.basis != Basis::kAcInput) continue;
      std::vector<SeriesEnergy> inputs;
      inputs.reserve(other.members.size());
      for (const std::size_t i : other.members) inputs.push_back(node.series[i].energy);
      out.push_back(residual(report, inputs, "outlets over PSU inputs", kOutletsOverInputs));
    }
  return out;
}

}  // namespace joulemark
