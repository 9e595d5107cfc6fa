// METHOD's vectors whose series are converted: S-2, S-2R, S-2D, S-3, S-6, and R-2 over their total.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "measurement/conversion.h"
#include "measurement/distribution.h"
#include "measurement/energy_per_work.h"
#include "measurement/estimate.h"
#include "measurement/storage.h"
#include "measurement/total.h"
#include "tests/measurement/vectors.h"

namespace joulemark {
namespace {

using nlohmann::json;
using Step = Result<SeriesEnergy>;

Step through_distribution(SeriesEnergy energy, const json& s) {
  if (!s.contains("loss_hi")) return energy;
  return before_distribution(std::move(energy),
                             {s.value("loss_lo", 0.0), s["loss_hi"], s["loss_group"]});
}

Step through_supply(SeriesEnergy energy, const json& s) {
  if (!s.contains("eta_lo")) return energy;
  const EfficiencyLimits limits{s["eta_lo"], s["eta_hi"], kInfinity, s["eta_group"]};
  return s.value("convert", "dc_to_ac") == "dc_to_ac" ? dc_to_ac(std::move(energy), limits)
                                                      : ac_to_dc(std::move(energy), limits);
}

Step with_unmeasured(SeriesEnergy energy, const json& s) {
  if (!s.contains("unmeasured_hi")) return energy;
  return unmeasured_part(s.value("unmeasured_lo", 0.0), s["unmeasured_hi"], energy.duration,
                         s["unmeasured_group"])
      .and_then([&](const EstimatedPart& part) { return with_part(energy, part); });
}

Step with_stored(SeriesEnergy energy, const json& s) {
  if (!s.contains("storage_capacity")) return energy;
  return with_storage(std::move(energy), {s["storage_group"], s["storage_capacity"], {}, 0.0});
}

// In METHOD's order (S-3).
SeriesEnergy energy_of(const json& s, const json& input) {
  auto energy = through_distribution(
      window_energy(vectors::series_of(s), vectors::window_of(input), input["clock_half"]), s);
  for (Step (*step)(SeriesEnergy, const json&) : {through_supply, with_unmeasured, with_stored})
    energy = energy.and_then([&](const SeriesEnergy& before) { return step(before, s); });
  EXPECT_TRUE(energy);
  return energy.value_or(SeriesEnergy{});
}

// `flags` of a vector hold no ESTIMATED_PART.
std::vector<std::string> flags_of(const Codes& codes) {
  std::vector<std::string> flags;
  for (const Code code : codes)
    if (code != Code::kEstimatedPart) flags.emplace_back(to_string(code));
  return flags;
}

void expect_components(const Budget& budget, const json& expected, const json& groups) {
  EXPECT_EQ(budget.size(), expected.size());
  for (const UncertaintyComponent& component : budget) {
    ASSERT_TRUE(expected.contains(component.name)) << component.name;
    EXPECT_TRUE(vectors::agrees(component.u, expected[component.name])) << component.name;
    EXPECT_EQ(component.group, groups.value(component.name, "")) << component.name;
  }
}

class ConvertedVector : public ::testing::TestWithParam<std::string> {};

TEST_P(ConvertedVector, AgreesWithExpectedFull) {
  const json vector = vectors::load(GetParam());
  const json &input = vector["input"], &expected = vector["expected_full"];
  const SeriesEnergy energy = energy_of(input["series"][0], input);
  EXPECT_TRUE(vectors::agrees(energy.energy, expected["E"])) << energy.energy;
  EXPECT_TRUE(vectors::agrees(energy.combined.u_c, expected["u"])) << energy.combined.u_c;
  EXPECT_TRUE(vectors::agrees(energy.combined.dof, expected["nu_eff"]));
  EXPECT_TRUE(vectors::agrees(energy.combined.k, expected["k"]));
  EXPECT_TRUE(vectors::agrees(energy.combined.U, expected["U"]));
  EXPECT_TRUE(vectors::agrees(energy.headline_U, expected["U_headline"]));
  EXPECT_EQ(json(flags_of(energy.codes)), expected["flags"]);
  expect_components(energy.budget, expected["components"], expected["groups"]);
}

INSTANTIATE_TEST_SUITE_P(Method, ConvertedVector,
                         ::testing::Values("24_ac_to_dc", "25_busbar_storage"));

TEST(ConvertedTotal, AgreesWithVector11) {
  const json vector = vectors::load("11_aggregate_ratio");
  const json &input = vector["input"], &expected = vector["expected_full"];
  std::vector<SeriesEnergy> parts;
  for (std::size_t i = 0; i < input["series"].size(); ++i) {
    parts.push_back(energy_of(input["series"][i], input));
    EXPECT_TRUE(vectors::agrees(parts[i].energy, expected["per_series"][i]["E"]));
    EXPECT_TRUE(vectors::agrees(parts[i].combined.u_c, expected["per_series"][i]["u"]));
    EXPECT_TRUE(vectors::agrees(parts[i].combined.U, expected["per_series"][i]["U"]));
  }
  const Total total = sum(parts);
  EXPECT_TRUE(vectors::agrees(total.energy, expected["E"]));
  EXPECT_TRUE(vectors::agrees(total.combined.u_c, expected["u"]));
  EXPECT_TRUE(vectors::agrees(total.combined.dof, expected["nu"]));
  EXPECT_TRUE(vectors::agrees(total.combined.k, expected["k"]));
  EXPECT_TRUE(vectors::agrees(total.headline_U, expected["U_headline"]));
  EXPECT_EQ(json(flags_of(total.codes)), expected["flags"]);

  const auto y = energy_per_work(total.energy, total.combined.u_c, total.headline_U,
                                 input["tokens"], input["u_tokens"]);
  ASSERT_TRUE(y);
  EXPECT_TRUE(vectors::agrees(y->value, expected["J_per_token"]));
  EXPECT_TRUE(vectors::agrees(y->u, expected["u_J_per_token"]));
  EXPECT_TRUE(vectors::agrees(y->U, expected["U_J_per_token"]));
}

}  // namespace
}  // namespace joulemark
