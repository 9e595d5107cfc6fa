// The acceptance procedure of MLPerf Training for a power meter, as a named protocol: idle and two
// different loads, five non-overlapping windows of one minute each, Olympic means within a limit.
// It stands beside METHOD X, whose verdict it does not replace.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/result.h"

namespace joulemark {

struct TrainingLevel {
  std::string name;
  bool idle = false;
  std::vector<double> reference, validated;  // mean powers of the five windows, W
};

struct TrainingLevelResult {
  std::string name;
  double reference = 0.0, validated = 0.0;  // Olympic means: without the lowest and highest, W
  double difference = 0.0;                  // relative to the reference
  bool within = false;
};

struct TrainingAcceptance {
  bool accepted = false;  // all levels within the limit
  std::vector<TrainingLevelResult> levels;
};

// limit: relative, 0.05 is the rule's target. kInvalid: not exactly one idle level and two loads;
// not five windows of both meters in one; a power that is not above zero; a limit that is not.
Result<TrainingAcceptance> training_acceptance(std::span<const TrainingLevel> levels,
                                               double limit = 0.05);

}  // namespace joulemark
