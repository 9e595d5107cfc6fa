#include "sources/redfish/node/boundary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace joulemark::redfish {
namespace {

void add_to(std::optional<double>& sum, const std::optional<double>& term) {
  sum = sum && term ? std::optional(*sum + *term) : std::nullopt;
}

bool close(double a, double b) { return std::abs(a - b) <= std::max(0.03 * b, 5.0); }

std::string watts_text(double watts) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g W", watts);
  return text.data();
}

std::string evidence_of(const SupplySums& sums) {
  return "sum of " + std::to_string(sums.count) + " inputs " + watts_text(*sums.input) +
         (sums.output ? ", of outputs " + watts_text(*sums.output) : std::string());
}

}  // namespace

SupplySums sums_of(const Inventory& inventory, const std::string& chassis) {
  SupplySums out;
  out.input = out.output = out.last_output = 0.0;
  std::vector<double> last;
  for (const PowerSupplyUnit& unit : inventory.supplies) {
    if (unit.chassis != chassis || unit.absent) continue;
    add_to(out.input, unit.input_watts);
    add_to(out.output, unit.output_watts);
    add_to(out.last_output, unit.last_output_watts);
    if (unit.last_output_watts) last.push_back(*unit.last_output_watts);
    const bool first = out.count++ == 0;
    out.supply = first || out.supply == unit.supply ? unit.supply : Supply::kUnknown;
  }
  if (out.count == 0) return {};
  out.repeats_total = last.size() > 1 &&
                      std::all_of(last.begin(), last.end(), [&](double w) { return w == last[0]; });
  return out;
}

BoundaryGuess guess_boundary(double watts, const SupplySums& sums) {
  const auto& [count, input, output, last, repeats, supply] = sums;
  const bool told_apart = input && output && std::abs(*input - *output) > 0.04 * *input;
  if (told_apart && close(watts, *input) && std::abs(watts - *input) < std::abs(watts - *output))
    return {supply == Supply::kDc   ? Boundary::kDcInput
            : supply == Supply::kAc ? Boundary::kAcInput
                                    : Boundary::kUnknown,
            supply, evidence_of(sums)};
  if (told_apart && close(watts, *output))
    return {Boundary::kPsuOutput, Supply::kDc, evidence_of(sums)};
  if (repeats) return {Boundary::kUnknown, supply, "every power supply repeats one figure"};
  if (last && close(watts, *last))
    return {Boundary::kUnknown, supply,
            "equals the sum of LastPowerOutputWatts, " + watts_text(*last)};
  return {Boundary::kUnknown, supply, "no sum of power supplies tells"};
}

}  // namespace joulemark::redfish
