#include "measurement/code.h"

#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace joulemark {
namespace {

constexpr int kCodes = static_cast<int>(Code::kSingleRun) + 1;

std::vector<Code> all_codes() {
  std::vector<Code> codes;
  for (int i = 0; i < kCodes; ++i) codes.push_back(static_cast<Code>(i));
  return codes;
}

TEST(Code, EveryOneHasNameMeaningAndRemedyOfItsOwn) {
  std::set<std::string_view> names, meanings;
  for (const Code code : all_codes()) {
    EXPECT_FALSE(to_string(code).empty());
    EXPECT_GT(meaning_of(code).size(), 20u) << to_string(code);
    EXPECT_GT(remedy_of(code).size(), 15u) << to_string(code);
    EXPECT_FALSE(meaning_of(code).ends_with('.')) << to_string(code);
    names.insert(to_string(code));
    meanings.insert(meaning_of(code));
  }
  EXPECT_EQ(names.size(), all_codes().size());
  EXPECT_EQ(meanings.size(), all_codes().size());
}

TEST(Code, RoundTripsByName) {
  for (const Code code : all_codes()) EXPECT_EQ(parse_code(to_string(code)), code);
  EXPECT_FALSE(parse_code("alias_risk"));
  EXPECT_FALSE(parse_code(""));
}

TEST(Code, HasTheEffectOfTheMethodsList) {
  EXPECT_EQ(effect_of(Code::kGapOverLimit), Effect::kRefuse);
  EXPECT_EQ(effect_of(Code::kNotComparable), Effect::kRefuseComparison);
  EXPECT_EQ(effect_of(Code::kIncompleteNodes), Effect::kRefuseTotal);
  EXPECT_EQ(effect_of(Code::kLabelConflict), Effect::kError);
  EXPECT_EQ(effect_of(Code::kAliasRisk), Effect::kCap);
  EXPECT_EQ(cap_of(Code::kAliasRisk), Class::kReferenceOnly);
  EXPECT_EQ(cap_of(Code::kCounterReset), Class::kVendorStated);
  EXPECT_EQ(effect_of(Code::kUpdateUnknown), Effect::kInform);
  EXPECT_EQ(cap_of(Code::kUpdateUnknown), Class::kCalibrated) << "no cap";
}

// The list that users read and the list that the programs know are one.
TEST(Code, IsInTheMethodsTextAndTheMethodHasNoOther) {
  std::ifstream in(std::string(JOULEMARK_FIXTURES) + "/../../docs/method.md");
  ASSERT_TRUE(in);
  std::set<std::string> listed;
  bool in_list = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("| code | raised by"))
      in_list = true;
    else if (in_list && !line.starts_with('|'))
      break;
    else if (in_list && !line.starts_with("|---")) {
      std::istringstream cell(line.substr(1, line.find('|', 1) - 1));
      for (std::string name; std::getline(cell >> std::ws, name, ',');) {
        while (!name.empty() && name.back() == ' ') name.pop_back();
        listed.insert(name);
      }
    }
  }
  std::set<std::string> known;
  for (const Code code : all_codes()) known.emplace(to_string(code));
  EXPECT_EQ(known, listed);
}

TEST(Class, RoundTripsByNameAndIsOrderedBestFirst) {
  for (const Class cls : {Class::kCalibrated, Class::kCrossValidated, Class::kCorroborated,
                          Class::kVendorStated, Class::kReferenceOnly})
    EXPECT_EQ(parse_class(to_string(cls)), cls);
  EXPECT_FALSE(parse_class("Calibrated"));
  EXPECT_LT(Class::kCalibrated, Class::kReferenceOnly);
}

TEST(Class, LimitsTheRelativeUncertainty) {
  EXPECT_EQ(uncertainty_limit(Class::kCalibrated), 0.02);
  EXPECT_EQ(uncertainty_limit(Class::kCrossValidated), 0.05);
  EXPECT_EQ(uncertainty_limit(Class::kCorroborated), 0.07);
  EXPECT_EQ(uncertainty_limit(Class::kVendorStated), 0.10);
  EXPECT_GT(uncertainty_limit(Class::kReferenceOnly), 1e300);
}

}  // namespace
}  // namespace joulemark
