// What an audit finds in a published power submission that its official checkers do not look at.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace joulemark::mlperf {

enum class FindingCode {
  kSamplingSlow,         // readings further apart than the rule's second
  kFewSamples,           // fewer than 60 readings
  kGaps,                 // an interval of more than 3 s and three times the usual one
  kCoverageShort,        // the log does not hold both edges of the timed window
  kTailLost,             // counted by the summarizer as time, and not as power
  kDuplicateSeries,      // two files with the same readings at the same times
  kNearDuplicate,        // scaled, shifted or permuted
  kStalePart,            // a time stamp that does not belong to the run
  kEstimatedPart,        // no meter saw it
  kAcDcRatio,            // DC over AC outside what power supplies do
  kNotConverted,         // no conversion_eff, and nothing says AC or DC
  kReadingsDropped,      // zero, negative or unknown readings in the window
  kUncertaintyHigh,      // PTDaemon warned of more than 1 % within the window
  kUncertaintyUnknown,   // PTDaemon could not evaluate it within the window
  kTestingBelowRanging,  // by more than 5 %
  kNoLoadStep,           // the power does not show where the run began and ended
  kUnordered,            // times go back
  kNumbering,            // node files not numbered from 0 without a hole
  kUnreadable,           // a file that should be one of these and is not
};
std::string_view to_string(FindingCode);  // "SAMPLING_SLOW", ...
// kBreaks: a rule of MLPerf is not met. kDoubt: the figure may be wrong. kNote: to be known.
enum class FindingWeight { kBreaks, kDoubt, kNote };
std::string_view to_string(FindingWeight);  // "breaks a rule", "doubt", "note"
FindingWeight weight_of(FindingCode);
std::string_view rule_of(FindingCode);  // where the expectation comes from

struct Finding {
  FindingCode code = FindingCode::kUnreadable;
  std::string what;  // one sentence with files and figures
};
using Findings = std::vector<Finding>;

}  // namespace joulemark::mlperf
