#include "mlperf/audit/finding.h"

#include <array>
#include <cstddef>

namespace joulemark::mlperf {
namespace {

struct FindingRow {
  FindingCode code;
  std::string_view name;
  FindingWeight weight;
  std::string_view rule;
};

using enum FindingCode;
constexpr auto kBreaksRule = FindingWeight::kBreaks;
constexpr auto kDoubtful = FindingWeight::kDoubt;
constexpr auto kToKnow = FindingWeight::kNote;

constexpr std::array kFindingRows{
    FindingRow{kSamplingSlow, "SAMPLING_SLOW", kBreaksRule,
               "at least one reading a second, evenly (training policy; 1000 ms of PTDaemon)"},
    FindingRow{kFewSamples, "FEW_SAMPLES", kBreaksRule,
               "the longer of a run and 60 samples (training policy)"},
    FindingRow{kGaps, "GAPS", kDoubtful,
               "no rule; the power in a gap is taken from the reading behind it"},
    FindingRow{kCoverageShort, "COVERAGE_SHORT", kDoubtful,
               "readings cover the timed part (training policy)"},
    FindingRow{
        kTailLost, "TAIL_LOST", kDoubtful,
        "no rule; result_summarizer.py counts the time behind the last reading, not its power"},
    FindingRow{kDuplicateSeries, "DUPLICATE_SERIES", kBreaksRule,
               "all participating nodes are measured (training policy)"},
    FindingRow{kNearDuplicate, "NEAR_DUPLICATE", kDoubtful,
               "all participating nodes are measured (training policy)"},
    FindingRow{kStalePart, "STALE_PART", kDoubtful, "what is counted belongs to the run"},
    FindingRow{kEstimatedPart, "ESTIMATED_PART", kToKnow,
               "interconnect may be estimated at its rating (training policy)"},
    FindingRow{kAcDcRatio, "AC_DC_RATIO", kDoubtful,
               "power supplies lose 3 to 15 % (80 PLUS; METHOD S-2R)"},
    FindingRow{
        kNotConverted, "NOT_CONVERTED", kToKnow,
        "power is measured at the PSU, as DC or as AC with its efficiency (training policy)"},
    FindingRow{kReadingsDropped, "READINGS_DROPPED", kDoubtful,
               "no rule; power_check.py drops readings that are not above zero"},
    FindingRow{kUncertaintyHigh, "UNCERTAINTY_HIGH", kBreaksRule,
               "at most 1 % for every sample; power_checker.py exempts 800 s at both ends, where "
               "0.8 s are meant"},
    FindingRow{kUncertaintyUnknown, "UNCERTAINTY_UNKNOWN", kDoubtful,
               "at most 1 % for every sample (power_checker.py)"},
    FindingRow{kTestingBelowRanging, "TESTING_BELOW_RANGING", kBreaksRule,
               "testing not more than 5 % below ranging (power_checker.py)"},
    FindingRow{kNoLoadStep, "NO_LOAD_STEP", kToKnow,
               "no rule; log and meter may not be of one run, or their clocks differ"},
    FindingRow{kUnordered, "UNORDERED", kDoubtful, "no rule; readings of two runs may be mixed"},
    FindingRow{kNumbering, "NUMBERING", kBreaksRule,
               "node_0 to node_(n-1) (package_checker of mlcommons/logging)"},
    FindingRow{kUnreadable, "UNREADABLE", kBreaksRule, "the formats of MLCommons' tools"}};

constexpr bool rows_in_order() {
  for (std::size_t i = 0; i < kFindingRows.size(); ++i)
    if (static_cast<std::size_t>(kFindingRows[i].code) != i) return false;
  return kFindingRows.size() == static_cast<std::size_t>(kUnreadable) + 1;
}
static_assert(rows_in_order(), "a code without a row is a defect");

const FindingRow& row_of_finding(FindingCode code) {
  return kFindingRows[static_cast<std::size_t>(code)];
}

}  // namespace

std::string_view to_string(FindingCode code) { return row_of_finding(code).name; }
FindingWeight weight_of(FindingCode code) { return row_of_finding(code).weight; }
std::string_view rule_of(FindingCode code) { return row_of_finding(code).rule; }

std::string_view to_string(FindingWeight weight) {
  switch (weight) {
    case FindingWeight::kBreaks:
      return "breaks a rule";
    case FindingWeight::kDoubt:
      return "doubt";
    case FindingWeight::kNote:
      return "note";
  }
  return {};
}

}  // namespace joulemark::mlperf
