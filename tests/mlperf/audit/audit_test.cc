// The audit over trees made here, whose faults are known, and over published submissions.
#include "mlperf/audit/audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "mlperf/audit/duplicates.h"
#include "mlperf/audit/inference_audit.h"
#include "tests/fakes/temp_folder.h"

namespace joulemark::mlperf {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

constexpr std::int64_t kRunStart = 1'796'040'000'000;  // ms
constexpr std::int64_t kRunStop = kRunStart + 300'000;

std::vector<std::string> codes_of(const Findings& findings) {
  std::vector<std::string> out;
  for (const Finding& one : findings) {
    const std::string code(to_string(one.code));
    if (out.empty() || out.back() != code) out.push_back(code);
  }
  return out;
}

std::string text_of(const Findings& findings, FindingCode code) {
  std::string out;
  for (const Finding& one : findings)
    if (one.code == code) out += one.what + "\n";
  return out;
}

std::string mllog(const std::string& key, std::int64_t ms, const std::string& value = "null",
                  const std::string& metadata = "\"\"") {
  return ":::MLLOG {\"namespace\": \"\", \"time_ms\": " + std::to_string(ms) +
         ", \"event_type\": \"POINT_IN_TIME\", \"key\": \"" + key + "\", \"value\": " + value +
         ", \"metadata\": " + metadata + "}\n";
}

struct MadeNode {
  std::int64_t first = 0;                        // ms from the start line to the first reading
  std::int64_t step = 1000;                      // ms
  std::int64_t from = kRunStart, to = kRunStop;  // of the readings
  std::function<double(std::int64_t)> watts = [](std::int64_t i) {
    return 5000.0 + 10.0 * static_cast<double>(i % 37);
  };
  bool conversion = true;
};

std::string node_text(const MadeNode& made) {
  std::string out = mllog("power_measurement_start", made.from);
  if (made.conversion)
    out += mllog("conversion_eff", made.from, "1.0", "{\"measurement_type\": \"DC\"}");
  std::int64_t i = 0;
  for (std::int64_t ms = made.from + made.first; ms <= made.to; ms += made.step)
    out += mllog("power_reading", ms, std::to_string(made.watts(i++)));
  return out + mllog("power_measurement_stop", made.to);
}

class Tree : public testing::Test {
 protected:
  void put(const std::string& name, const std::string& bytes) {
    const fs::path path = folder.path() / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
  }
  void result(const std::string& system = "s") {
    put(system + "/bench/result_0.txt",
        mllog("run_start", kRunStart) + mllog("run_stop", kRunStop));
  }
  void node(int number, const MadeNode& made, const std::string& system = "s") {
    put(system + "/bench/power/result_0/node_" + std::to_string(number) + ".txt", node_text(made));
  }
  Audit audit() {
    auto out = audit_submission(folder.path().string());
    EXPECT_TRUE(out) << out.error().message;
    return out.value_or(Audit{});
  }
  TempFolder folder;
};

MadeNode of(std::function<double(std::int64_t)> watts) {
  MadeNode out;
  out.watts = std::move(watts);
  return out;
}
double wave(std::int64_t i) { return 4000.0 + 100.0 * static_cast<double>((i * i) % 41); }

TEST_F(Tree, ASoundTrainingRunHasNoFindingAndItsPublishedEnergy) {
  result();
  node(0, {});
  node(1, of(wave));
  const Audit found = audit();
  ASSERT_EQ(found.runs.size(), 1U);
  EXPECT_EQ(found.runs[0].name, "s/bench/power/result_0");
  EXPECT_THAT(found.runs[0].findings, IsEmpty()) << found.runs[0].findings[0].what;
  double sum = 0.0;
  for (std::int64_t i = 1; i <= 300; ++i) sum += MadeNode().watts(i) + wave(i);
  EXPECT_NEAR(*found.runs[0].published_joules, sum, 1e-6 * sum);
}

TEST_F(Tree, SlowSamplingGapsAndEdgesAreFound) {
  result();
  MadeNode slow;
  slow.step = 2000;
  node(0, slow);
  MadeNode late = of(wave);
  late.from = kRunStart + 1300;
  late.to = kRunStop - 900;
  node(1, late);
  const Findings found = audit().runs[0].findings;
  EXPECT_THAT(text_of(found, FindingCode::kSamplingSlow),
              HasSubstr("node_0.txt: a reading every 2.00 s"));
  EXPECT_THAT(text_of(found, FindingCode::kCoverageShort), HasSubstr("node_1.txt: begins 1.30 s"));
  EXPECT_THAT(text_of(found, FindingCode::kSamplingSlow), Not(HasSubstr("node_1")));
}

TEST_F(Tree, AGapAndALostTailAreFound) {
  result();
  std::string text = mllog("power_measurement_start", kRunStart) +
                     mllog("conversion_eff", kRunStart, "1.0", "{\"measurement_type\": \"DC\"}");
  for (std::int64_t s = 1; s <= 296; ++s)
    if (s < 100 || s > 110)
      text += mllog("power_reading", kRunStart + 1000 * s, std::to_string(wave(s)));
  put("s/bench/power/result_0/node_0.txt", text + mllog("power_measurement_stop", kRunStop));
  const Findings found = audit().runs[0].findings;
  EXPECT_THAT(text_of(found, FindingCode::kGaps), HasSubstr("12.0 s without a reading"));
  EXPECT_THAT(text_of(found, FindingCode::kTailLost), HasSubstr("the last 4.00 s"));
}

TEST_F(Tree, NodesThatWereCopiedScaledShiftedOrPermutedAreFound) {
  result();
  node(0, of(wave));
  node(1, of(wave));
  node(2, of([](std::int64_t i) { return 1.0137 * wave(i); }));
  MadeNode shifted = of(wave);
  shifted.from += 1;
  shifted.to += 1;
  node(3, shifted);
  node(4, of([](std::int64_t i) { return wave(300 - i); }));
  node(5, of([](std::int64_t i) { return 3000.0 + 7.0 * static_cast<double>((i * 31) % 53); }));
  const Findings found = audit().runs[0].findings;
  EXPECT_THAT(text_of(found, FindingCode::kDuplicateSeries),
              HasSubstr("node_0.txt and node_1.txt hold the same readings"));
  const std::string near = text_of(found, FindingCode::kNearDuplicate);
  EXPECT_THAT(near, HasSubstr("node_0.txt and node_3.txt hold the same powers, shifted in time"));
  EXPECT_THAT(near, HasSubstr("node_0.txt and node_4.txt hold the same powers in another order"));
  EXPECT_THAT(near, HasSubstr("node_0.txt and node_2.txt are alike but for one factor"));
  EXPECT_THAT(near, Not(HasSubstr("node_5")));
}

TEST_F(Tree, ACopyThatWasScaledRoundedAndShiftedIsFoundAndAnotherNodeIsNot) {
  result();
  const auto noise = [](std::int64_t i) {
    return static_cast<double>((i * 7919 + i * i * 31) % 997);
  };
  node(0, of([&](std::int64_t i) { return 4000.0 + noise(i); }));
  node(1, of([&](std::int64_t i) { return std::round(0.96 * (4000.0 + noise(i + 10))); }));
  node(2, of([&](std::int64_t i) { return 4000.0 + 0.8 * noise(i) + 0.6 * noise(i + 5000); }));
  const std::string near = text_of(audit().runs[0].findings, FindingCode::kNearDuplicate);
  EXPECT_THAT(near,
              HasSubstr("node_0.txt and node_1.txt rise and fall together (correlation 1.000, "
                        "10 readings apart)"));
  EXPECT_THAT(near, Not(HasSubstr("node_2")));
}

TEST_F(Tree, ConstantPowersOfTwoNodesAreNoCopies) {
  const PowerSeries a{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, std::vector<double>(11, 500.0)};
  const PowerSeries b{{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, std::vector<double>(11, 500.0)};
  Findings found;
  find_duplicates({{"a", &a}, {"b", &b}}, found);
  EXPECT_THAT(found, IsEmpty());
}

TEST_F(Tree, StaleEstimatesTheirShareAndMissingConversionsAreFound) {
  result();
  MadeNode plain;
  plain.conversion = false;
  node(1, plain);
  put("s/bench/power/result_0/sw_0.txt",
      mllog("interconnect_power_est", kRunStart - std::int64_t{730} * 86'400'000, "5180",
            "{\"switch_id\": \"sw_0\"}"));
  const Findings found = audit().runs[0].findings;
  EXPECT_THAT(text_of(found, FindingCode::kStalePart),
              HasSubstr("sw_0.txt: its estimate of 5180 W is stamped 730 days before the run"));
  EXPECT_THAT(text_of(found, FindingCode::kEstimatedPart), HasSubstr("50.0 % of the energy"));
  EXPECT_THAT(text_of(found, FindingCode::kNotConverted), HasSubstr("1 of 1 node files"));
  EXPECT_THAT(text_of(found, FindingCode::kNumbering), HasSubstr("from node_1.txt"));
}

TEST_F(Tree, TwoSubmissionsOfOneRunAreHeldAgainstWhatPowerSuppliesDo) {
  for (const auto& [system, factor] : {std::pair{"ac", 1.0}, {"dc", 0.988}, {"good", 0.95}}) {
    result(system);
    node(0, of([f = factor](std::int64_t i) { return f * wave(i); }), system);
  }
  const Audit found = audit();
  ASSERT_EQ(found.runs.size(), 3U);
  EXPECT_THAT(text_of(found.runs[0].findings, FindingCode::kAcDcRatio),
              HasSubstr("have the ratio 0.988"));
  EXPECT_THAT(text_of(found.runs[0].findings, FindingCode::kAcDcRatio), Not(HasSubstr("good")));
}

TEST_F(Tree, WhatCannotBeReadIsAFindingAndTheRestIsAudited) {
  result();
  node(0, {});
  put("s/bench/power/result_0/node_1.txt", ":::MLLOG {\"key\": \"power_reading\", broken\n");
  put("s/bench/power/result_0/node_2.txt", "\xff\xfe nothing\n");
  fs::create_directory_symlink("/", folder.path() / "loop");
  const Findings found = audit().runs[0].findings;
  EXPECT_THAT(text_of(found, FindingCode::kUnreadable), HasSubstr("node_1.txt:1: the record"));
  EXPECT_THAT(text_of(found, FindingCode::kUnreadable), HasSubstr("node_2.txt: has neither"));
  EXPECT_THAT(audit_submission("/nowhere").error().message, HasSubstr("is no folder"));
  TempFolder empty;
  EXPECT_THAT(audit_submission(empty.path().string()).error().message,
              HasSubstr("holds no power submission"));
}

std::string spl_line(std::int64_t s, double watts) {
  char time[40];
  std::snprintf(time, sizeof time, "11-30-2026 12:%02d:%02d.500", static_cast<int>(s / 60),
                static_cast<int>(s % 60));
  return std::string("Time,") + time + ",Watts," + std::to_string(watts) +
         ",Volts,-1.000000,Amps,-1.000000,PF,-1.000000,Mark,s_testing\n";
}

TEST_F(Tree, AnInferenceRunIsAuditedWithRangingAndPtdWarnings) {
  const std::string log =
      ":::MLLOG {\"key\": \"power_begin\", \"value\": \"11-30-2026 12:01:00.000\"}\n"
      ":::MLLOG {\"key\": \"power_end\", \"value\": \"11-30-2026 12:11:00.000\"}\n"
      ":::MLLOG {\"key\": \"effective_scenario\", \"value\": \"Offline\"}\n"
      ":::MLLOG {\"key\": \"effective_test_mode\", \"value\": \"PerformanceOnly\"}\n"
      ":::MLLOG {\"key\": \"result_validity\", \"value\": \"VALID\"}\n";
  std::string testing_power, ranging_power;
  for (std::int64_t s = 30; s < 700; ++s) {
    const bool runs = s >= 60 && s < 660;
    testing_power += spl_line(s, s == 100 ? 0.0 : runs ? 900.0 : 300.0);
    ranging_power += spl_line(s, runs ? 1000.0 : 300.0);
  }
  put("d/performance/run_1/mlperf_log_detail.txt", log);
  put("d/performance/run_1/spl.txt", testing_power + "\n");
  put("d/performance/ranging/mlperf_log_detail.txt", log);
  put("d/performance/ranging/spl.txt", ranging_power);
  const std::string warning =
      ": WARNING: Uncertainty 1.20%, which is above 1.00% limit for the last sample!\n";
  put("d/performance/power/ptd_logs.txt", "11-30-2026 12:01:00.500" + warning +
                                              "11-30-2026 12:05:00.000" + warning +
                                              "11-30-2026 12:20:00.000" + warning);
  const Audit found = audit();
  ASSERT_EQ(found.runs.size(), 1U);
  EXPECT_THAT(codes_of(found.runs[0].findings),
              ElementsAre("READINGS_DROPPED", "TESTING_BELOW_RANGING", "UNCERTAINTY_HIGH"));
  EXPECT_THAT(text_of(found.runs[0].findings, FindingCode::kUncertaintyHigh),
              HasSubstr("1 samples in the window above 1 % (1 of these warnings are exempted"));
  EXPECT_NEAR(*found.runs[0].published_watts, 900.0, 1e-9);
}

TEST_F(Tree, PowerThatDoesNotRiseAndFallWithTheRunIsNoted) {
  std::string flat;
  for (std::int64_t s = 30; s < 700; ++s) flat += spl_line(s, 900.0 + static_cast<double>(s % 7));
  put("d/run_1/mlperf_log_detail.txt",
      "power_begin 11-30-2026 12:01:00.000\npower_end 11-30-2026 12:11:00.000\n");
  put("d/run_1/spl.txt", flat);
  EXPECT_THAT(codes_of(audit().runs[0].findings), Contains("NO_LOAD_STEP"));
}

TEST(AuditOfTheCorpus, FindsWhatIsKnownOfTheTrainingSets) {
  const fs::path corpus = std::string(JOULEMARK_SHARED_FIXTURES) + "/mlperf";
  if (!fs::exists(corpus)) GTEST_SKIP() << "no corpus of MLPerf logs";
  const auto audit = audit_submission(corpus.string());
  ASSERT_TRUE(audit) << audit.error().message;
  std::size_t training = 0, inference = 0;
  for (const AuditedRun& run : audit->runs) {
    if (run.kind == RunKind::kInference) {
      ++inference;
      EXPECT_THAT(codes_of(run.findings), Not(Contains("SAMPLING_SLOW"))) << run.name;
      EXPECT_TRUE(run.published_watts) << run.name;
      continue;
    }
    ++training;
    EXPECT_THAT(codes_of(run.findings),
                IsSupersetOf({"SAMPLING_SLOW", "DUPLICATE_SERIES", "STALE_PART", "AC_DC_RATIO",
                              "ESTIMATED_PART", "NUMBERING", "COVERAGE_SHORT", "NOT_CONVERTED"}))
        << run.name;
    EXPECT_THAT(text_of(run.findings, FindingCode::kAcDcRatio), HasSubstr("0.988"));
    const std::string copies = text_of(run.findings, FindingCode::kDuplicateSeries);
    for (const char* pair : {"node_1.txt and node_2.txt", "node_3.txt and node_7.txt",
                             "node_4.txt and node_5.txt", "node_6.txt and node_8.txt"})
      EXPECT_THAT(copies, HasSubstr(pair)) << run.name;
    EXPECT_NEAR(run.estimated_share, 0.26, 0.005) << run.name;
  }
  EXPECT_EQ(training, 2U);
  EXPECT_EQ(inference, 5U);
}

}  // namespace
}  // namespace joulemark::mlperf
