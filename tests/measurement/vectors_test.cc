// METHOD's vectors against expected_full: energy, uncertainty, codes, and every component.

#include "tests/measurement/vectors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "measurement/uncertainty.h"
#include "measurement/window_energy.h"

namespace joulemark {
namespace {

using nlohmann::json;

// `flags` of a vector: REFUSED first, then the codes by name.
std::vector<std::string> flags_of(const Codes& codes, bool refused) {
  std::vector<std::string> flags;
  for (const Code code : codes) flags.emplace_back(to_string(code));
  std::sort(flags.begin(), flags.end());
  if (refused) flags.insert(flags.begin(), "REFUSED");
  return flags;
}

// name -> u in order, as `components` of a vector.
std::map<std::string, std::vector<double>> components_of(const Budget& budget) {
  std::map<std::string, std::vector<double>> components;
  for (const auto& component : budget) components[component.name].push_back(component.u);
  return components;
}

json groups_of(const Budget& budget) {
  json groups = json::object();
  for (const auto& component : budget)
    if (!component.group.empty()) groups[component.name] = component.group;
  return groups;
}

void expect_components(const Budget& budget, const json& expected) {
  const auto components = components_of(budget);
  EXPECT_EQ(components.size(), expected.size());
  for (const auto& [name, us] : expected.items()) {
    ASSERT_TRUE(components.contains(name)) << name;
    const auto& actual = components.at(name);
    const json wanted = us.is_array() ? us : json::array({us});
    ASSERT_EQ(actual.size(), wanted.size()) << name;
    for (std::size_t i = 0; i < actual.size(); ++i)
      EXPECT_TRUE(vectors::agrees(actual[i], wanted[i]))
          << name << " " << i << ": " << actual[i] << " instead of " << wanted[i];
  }
}

void expect_number(const char* what, double value, const json& expected) {
  EXPECT_TRUE(vectors::agrees(value, expected))
      << what << ": " << ::testing::PrintToString(value) << " instead of " << expected;
}

void expect_series(const SeriesEnergy& result, const json& expected) {
  EXPECT_EQ(json(flags_of(result.codes, result.refused.has_value())), expected.at("flags"));
  if (expected.value("refused", false)) return;
  ASSERT_FALSE(result.refused);
  expect_number("E", result.energy, expected.at("E"));
  expect_number("u", result.combined.u_c, expected.at("u"));
  expect_number("nu_eff", result.combined.dof, expected.at("nu_eff"));
  expect_number("k", result.combined.k, expected.at("k"));
  expect_number("U", result.combined.U, expected.at("U"));
  expect_number("U_headline", result.headline_U, expected.at("U_headline"));
  expect_number("gap_fraction", result.gap_fraction, expected.at("gap_fraction"));
  expect_number("alias_bound", result.alias_bound, expected.at("alias_bound"));
  EXPECT_EQ(result.samples, expected.at("n").get<std::size_t>());
  expect_components(result.budget, expected.at("components"));
  EXPECT_EQ(groups_of(result.budget), expected.at("groups"));
}

SeriesEnergy energy_of(const json& series, const json& times) {
  return window_energy(vectors::series_of(series), vectors::window_of(times),
                       times.at("clock_half").get<double>());
}

void expect_total(const json& input, const json& expected) {
  double energy = 0.0, alias = 0.0;
  Budget budget;
  Codes codes;
  for (std::size_t i = 0; i < input["series"].size(); ++i) {
    const auto part = energy_of(input["series"][i], input);
    expect_number("E of a part", part.energy, expected["per_series"][i]["E"]);
    expect_number("u of a part", part.combined.u_c, expected["per_series"][i]["u"]);
    expect_number("U of a part", part.combined.U, expected["per_series"][i]["U"]);
    energy += part.energy;
    alias += part.alias_bound;
    codes.insert(part.codes.begin(), part.codes.end());
    budget.insert(budget.end(), part.budget.begin(), part.budget.end());
  }
  const Combined combined = combine(budget);
  expect_number("E", energy, expected.at("E"));
  expect_number("u", combined.u_c, expected.at("u"));
  expect_number("nu", combined.dof, expected.at("nu"));
  expect_number("k", combined.k, expected.at("k"));
  expect_number("U", combined.U, expected.at("U"));
  EXPECT_EQ(alias, 0.0);
  EXPECT_EQ(json(flags_of(codes, false)), expected.at("flags"));

  std::set<std::string> shared;
  for (const auto& line : grouped(budget))
    if (line.group.starts_with("outage/") || line.group.starts_with("read:"))
      shared.insert(line.group);
  EXPECT_EQ(json(shared), expected.at("groups"));
}

void expect_cases(const json& cases, const json& expected) {
  ASSERT_EQ(cases.size(), expected.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    SCOPED_TRACE(cases[i].value("name", "case " + std::to_string(i)));
    expect_series(energy_of(cases[i]["series"], cases[i]), expected[i]);
  }
}

// Vectors of other rules, tested with them: conversion_vectors_test (11, 24, 25), attribution_test,
// runs_test and crosscheck_rules_test (12), total_test (23, 26), crosscheck_use_test (32),
// comparison_test (33), crosscheck_lag_test (36).
const std::set<std::string> kOfOtherRules = {"11_aggregate_ratio",
                                             "12_attribution_runs_crossval",
                                             "23_class_of_total",
                                             "24_ac_to_dc",
                                             "25_busbar_storage",
                                             "26_missing_members",
                                             "32_corroborated_transfer",
                                             "33_compare",
                                             "36_lag"};

class Vector : public ::testing::TestWithParam<std::string> {};

TEST_P(Vector, AgreesWithExpectedFull) {
  const json vector = vectors::load(GetParam());
  const json& input = vector["input"];
  const json& expected = vector["expected_full"];
  const std::string kind = input["kind"];
  if (kind == "series")
    expect_series(energy_of(input["series"][0], input), expected);
  else if (kind == "cases")
    expect_cases(input["cases"], expected["cases"]);
  else if (kind == "total")
    expect_total(input, expected);
  else
    FAIL() << "no rule reads a vector of kind " << kind;
}

std::vector<std::string> vectors_of_series() {
  std::vector<std::string> names;
  for (auto& name : vectors::names())
    if (!kOfOtherRules.contains(name)) names.push_back(name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Method, Vector, ::testing::ValuesIn(vectors_of_series()),
                         [](const auto& vector) {
                           std::string name = "of_" + vector.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST(Vectors, AreAllThere) { EXPECT_EQ(vectors::names().size(), 36u); }

}  // namespace
}  // namespace joulemark
