#include "measurement/total.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "tests/measurement/vectors.h"

namespace joulemark {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using Items = std::vector<TotalItem>;

SeriesEnergy part(double energy, Budget budget, Codes codes = {}) {
  SeriesEnergy result;
  result.energy = energy;
  result.budget = std::move(budget);
  result.codes = std::move(codes);
  return result;
}

UncertaintyComponent component(double u, const std::string& group = "") {
  return {.name = "gain", .u = u, .group = group, .outage = {}};
}

Items items_of(const json& rows) {
  Items items;
  for (const json& row : rows)
    for (int n = row[0].get<int>(); n > 0; --n)
      items.push_back(
          {row[1].get<double>(), *parse_class(row[2].get<std::string>()), row[3].get<bool>()});
  return items;
}

double sum_of(const Items& items) {
  double energy = 0.0;
  for (const TotalItem& item : items) energy += item.energy;
  return energy;
}

TEST(ClassOfTotal, AgreesWithVector23) {
  const json vector = vectors::load("23_class_of_total");
  const json& cases = vector["input"]["cases"];
  ASSERT_EQ(cases.size(), vector["expected_full"]["cases"].size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Items items = items_of(cases[i]["items"]);
    const double energy = sum_of(items);
    const Class cap = *parse_class(cases[i].value("cap", "calibrated"));
    const Class actual =
        class_of_total(items, energy, cases[i]["U_rel"].get<double>() * energy, cap);
    EXPECT_EQ(to_string(actual), vector["expected_full"]["cases"][i].get<std::string>()) << i;
  }
}

std::vector<MissingMember> missing_of(const json& rows) {
  std::vector<MissingMember> missing;
  for (const json& row : rows)
    missing.push_back({"", row[0].get<double>(), row[1].get<double>(), row[2].get<std::string>()});
  return missing;
}

std::vector<std::string> names_of(const Codes& codes) {
  std::vector<std::string> names;
  for (Code code : codes) names.emplace_back(to_string(code));
  return names;
}

TEST(MissingMembers, AgreeWithVector26) {
  const json vector = vectors::load("26_missing_members");
  const json &input = vector["input"], &expected = vector["expected_full"]["cases"];
  const Window window = vectors::window_of(input);
  const std::vector<SeriesEnergy> measured(
      input["repeat"].get<std::size_t>(),
      window_energy(vectors::series_of(input["series"][0]), window, input["clock_half"]));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Total total =
        with_missing(measured, measured.size(), missing_of(input["missing"][i]), window.duration());
    const bool complete = expected[i]["status"] == "complete";
    EXPECT_EQ(total.status, complete ? Total::Status::kComplete : Total::Status::kIncomplete);
    EXPECT_TRUE(vectors::agrees(total.energy, expected[i][complete ? "E" : "partial_E"]));
    EXPECT_TRUE(vectors::agrees(total.combined.U, expected[i][complete ? "U" : "partial_U"]));
    if (complete) {
      EXPECT_TRUE(vectors::agrees(total.combined.u_c, expected[i]["u"]));
    }
    EXPECT_EQ(names_of(total.codes), expected[i]["flags"].get<std::vector<std::string>>());
  }
}

TEST(Total, AddsGroupsLinearlyAndTheRestInSquares) {
  const Total total = sum({part(100, {component(3, "m/gain")}), part(200, {component(1, "m/gain")}),
                           part(50, {component(3)})});
  EXPECT_EQ(total.status, Total::Status::kComplete);
  EXPECT_DOUBLE_EQ(total.energy, 350.0);
  EXPECT_DOUBLE_EQ(total.combined.u_c, 5.0);
  EXPECT_DOUBLE_EQ(total.headline_U, 10.0);
}

TEST(Total, AliasBoundsAddLinearlyIntoTheHeadline) {
  SeriesEnergy aliased = part(100, {component(1)}, {Code::kAliasRisk});
  aliased.alias_bound = 10.0;
  const Total total = sum({aliased, aliased});
  EXPECT_DOUBLE_EQ(total.alias_bound, 20.0);
  EXPECT_DOUBLE_EQ(total.headline_U, safe_uncertainty(total.combined.U, 20.0));
  EXPECT_GT(total.headline_U, total.combined.U);
}

TEST(Total, ARefusedPartMakesItIncompleteAndAddsNoEnergy) {
  SeriesEnergy refused = part(1e9, {}, {Code::kTooFewSamples});
  refused.refused = Code::kTooFewSamples;
  const Total total = sum({part(100, {}), refused});
  EXPECT_EQ(total.status, Total::Status::kIncomplete);
  EXPECT_DOUBLE_EQ(total.energy, 100.0);
  EXPECT_THAT(total.codes, ElementsAre(Code::kTooFewSamples, Code::kIncompleteNodes));
  EXPECT_EQ(sum({refused}).status, Total::Status::kRefused);
  EXPECT_EQ(sum({}).status, Total::Status::kRefused);
}

TEST(MissingMembers, WithoutANameplateThereIsNoEstimate) {
  const std::vector<SeriesEnergy> measured(1000, part(1000, {}));
  for (const MissingMember& member :
       {MissingMember{"n", 0, std::nullopt, "m"}, MissingMember{"n", 500, 400, "m"},
        MissingMember{"n", -1, 400, "m"}}) {
    const Total total = with_missing(measured, 1000, {member}, 1.0);
    EXPECT_EQ(total.status, Total::Status::kIncomplete);
    EXPECT_DOUBLE_EQ(total.energy, 1e6);
  }
}

TEST(MissingMembers, OnePercentOfTheEnergyIsTheLimitToo) {
  const std::vector<SeriesEnergy> measured(999, part(1.0, {}));
  EXPECT_EQ(with_missing(measured, 999, {{"n", 0, 20.0, "m"}}, 1.0).status,
            Total::Status::kComplete);  // 10 J of 1009 J
  EXPECT_EQ(with_missing(measured, 999, {{"n", 0, 21.0, "m"}}, 1.0).status,
            Total::Status::kIncomplete);
}

TEST(MissingMembers, NothingMeasuredIsNotEstimatedEither) {
  EXPECT_EQ(with_missing({}, 0, {{"n", 0, 10.0, "m"}}, 1.0).status, Total::Status::kRefused);
}

TEST(MissingMembers, MissingOnesOfOneModelAddLinearly) {
  const std::vector<SeriesEnergy> measured(1000, part(100, {}));
  const Total one = with_missing(measured, 1000, {{"a", 0, 100, "m"}}, 1.0);
  const Total two = with_missing(measured, 1000, {{"a", 0, 100, "m"}, {"b", 0, 100, "m"}}, 1.0);
  EXPECT_DOUBLE_EQ(two.combined.u_c, 2.0 * one.combined.u_c);
}

TEST(ClassOfTotal, AnEmptyOrZeroTotalIsReferenceOnlyUnlessExact) {
  EXPECT_EQ(class_of_total({}, 0.0, 1.0, Class::kCalibrated), Class::kReferenceOnly);
}

// L-1 is monotone: energy of a class worse than the total's never lifts the class of the total, at
// the same relative U. (Estimates have an allowance of their own and are left out here.)
TEST(ClassOfTotal, NeverImprovesWhenWorseEnergyIsAdded) {
  std::mt19937 random(7);
  std::uniform_int_distribution<> any_class(0, 4), count(1, 6);
  std::uniform_real_distribution<> energy(0.0, 1.0), relative(0.0, 0.12);
  for (int n = 0; n < 100000; ++n) {
    Items items;
    for (int i = count(random); i > 0; --i)
      items.push_back(
          {std::pow(energy(random), 8) * 1000, static_cast<Class>(any_class(random)), false});
    const double U = relative(random);
    const Class before =
        class_of_total(items, sum_of(items), U * sum_of(items), Class::kCalibrated);
    const Class added = static_cast<Class>(any_class(random));
    if (added <= before) continue;
    items.push_back({energy(random) * 500, added, false});
    const Class after = class_of_total(items, sum_of(items), U * sum_of(items), Class::kCalibrated);
    ASSERT_GE(after, before);
  }
}

TEST(ClassOfTotal, IsNeverBetterThanItsCapItsUncertaintyOrMoreEstimates) {
  std::mt19937 random(8);
  std::uniform_int_distribution<> any_class(0, 4);
  std::uniform_real_distribution<> share(0.0, 0.07), relative(0.0, 0.12);
  for (int n = 0; n < 20000; ++n) {
    const Items items = {{1.0, static_cast<Class>(any_class(random)), false},
                         {share(random), Class::kReferenceOnly, true}};
    const double E = sum_of(items), U = relative(random) * E;
    const Class cap = static_cast<Class>(any_class(random));
    const Class cls = class_of_total(items, E, U, cap);
    ASSERT_GE(cls, cap);
    ASSERT_LE(U, uncertainty_limit(cls) * E);
    ASSERT_GE(class_of_total(items, E, U * 1.5, cap), cls);
  }
}

}  // namespace
}  // namespace joulemark
