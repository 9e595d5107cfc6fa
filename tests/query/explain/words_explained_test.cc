#include "query/explain/words_explained.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "query/explain/class_explanations.h"
#include "query/explain/code_explanations.h"
#include "query/explain/every_word.h"
#include "query/explain/what_shrinks.h"
#include "query/screen.h"
#include "tests/query/golden.h"

namespace joulemark {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(ExplainedCodes, AreAllThereWithEveryFact) {
  EXPECT_EQ(every_code().size(), 56U);  // METHOD L-5
  for (const Code code : every_code()) {
    const CodeExplanation& more = explanation_of(code);
    EXPECT_EQ(more.code, code);
    for (const std::string_view fact : {more.rule, more.detail, more.cause, more.lift})
      EXPECT_THAT(fact, Not(IsEmpty())) << to_string(code);
    EXPECT_THAT(effect_words(code), Not(IsEmpty())) << to_string(code);
    EXPECT_EQ(explained_word(to_string(code)), ExplainedWord(code));
  }
}

TEST(ExplainedCodes, FitTheScreen) {
  std::string all = all_words_to_text();
  for (const Code code : every_code()) all += explanation_to_text(code);
  for (const Class cls : every_class()) all += explanation_to_text(cls);
  std::istringstream in(all);
  for (std::string line; std::getline(in, line);) EXPECT_LE(columns_of(line), 110U) << line;
}

TEST(ExplainedCodes, SayTheirEffectAsTheMethodHasIt) {
  EXPECT_THAT(effect_words(Code::kCounterReset), HasSubstr("at best vendor-stated"));
  EXPECT_THAT(effect_words(Code::kSimulated), HasSubstr("at best reference-only"));
  EXPECT_THAT(effect_words(Code::kSeveralResets), HasSubstr("refuses the series"));
  EXPECT_THAT(effect_words(Code::kIncompleteNodes), HasSubstr("refuses the total"));
  EXPECT_THAT(effect_words(Code::kLabelConflict), HasSubstr("there is no report"));
  EXPECT_THAT(effect_words(Code::kGap), HasSubstr("up to 5 % at best vendor-stated"));
  EXPECT_THAT(effect_words(Code::kSingleRun), HasSubstr("informs"));
}

TEST(ExplainedWords, AreGolden) {
  golden::expect_text("explain/gap.txt", explanation_to_text(Code::kGap));
  golden::expect_text("explain/calibrated.txt", explanation_to_text(Class::kCalibrated));
  golden::expect_text("explain/words.txt", all_words_to_text());
  golden::expect_json("explain/alias_risk.json", explanation_to_json(Code::kAliasRisk));
  golden::expect_json("explain/vendor_stated.json", explanation_to_json(Class::kVendorStated));
}

TEST(ExplainedWords, AllAsJsonHoldEachOnce) {
  const auto json = nlohmann::json::parse(all_words_to_json());
  EXPECT_EQ(json["codes"].size(), every_code().size());
  EXPECT_EQ(json["classes"].size(), every_class().size());
  EXPECT_EQ(json["codes"][13]["code"], "ALIAS_RISK");
}

TEST(ExplainedWords, AreFoundHoweverTheyAreWritten) {
  EXPECT_EQ(explained_word("alias-risk"), ExplainedWord(Code::kAliasRisk));
  EXPECT_EQ(explained_word("gap over limit"), ExplainedWord(Code::kGapOverLimit));
  EXPECT_EQ(explained_word("VENDOR-STATED"), ExplainedWord(Class::kVendorStated));
  EXPECT_EQ(explained_word("cross_validated"), ExplainedWord(Class::kCrossValidated));
  EXPECT_FALSE(explained_word("GAPS"));
}

TEST(ExplainedWords, SuggestTheNearest) {
  EXPECT_EQ(nearest_word("ALIAS_RSK"), "ALIAS_RISK");
  EXPECT_EQ(nearest_word("calibrate"), "calibrated");
  EXPECT_EQ(nearest_word("typed"), "ALLOCATION_TYPED");
  EXPECT_EQ(nearest_word("counter-resets"), "COUNTER_RESET");
  EXPECT_THAT(nearest_word("xyzzyqqqqk"), IsEmpty());
  EXPECT_THAT(nearest_word("x"), IsEmpty());
}

TEST(ExplainedClasses, ClimbToTheBest) {
  EXPECT_EQ(better_than(Class::kReferenceOnly), Class::kVendorStated);
  EXPECT_EQ(better_than(Class::kCrossValidated), Class::kCalibrated);
  EXPECT_FALSE(better_than(Class::kCalibrated));
  for (const Class cls : every_class()) {
    const ClassExplanation& more = explanation_of(cls);
    EXPECT_EQ(more.cls, cls);
    EXPECT_EQ(more.lift.empty(), cls == Class::kCalibrated);
  }
}

TEST(WhatShrinks, IsKnownOfEveryComponentOfTheMethod) {
  for (const char* name : {"gain",        "gain_unit",  "offset",  "offset_unit", "edge",
                           "integration", "resolution", "update",  "tick",        "gap",
                           "reset",       "clock",      "latency", "efficiency",  "distribution",
                           "unmeasured",  "estimate",   "missing", "storage",     "aliasing"})
    EXPECT_THAT(what_shrinks(name), Not(IsEmpty())) << name;
  EXPECT_THAT(what_shrinks("outage/1"), IsEmpty());
}

}  // namespace
}  // namespace joulemark
