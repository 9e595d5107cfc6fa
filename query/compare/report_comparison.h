// Two reports against each other (METHOD R-3): the ratio, what it rests on, and in one sentence
// what it says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "measurement/comparison.h"
#include "query/compare/report_file.h"

namespace joulemark {

struct Obstacle {
  std::string what, remedy;  // "A is AC, B is DC"
};

// A component of one side relative to its own energy, before anything cancels.
struct RelativePart {
  char side = 'A';
  std::string name;  // for people: "gain of the sensors"
  double u = 0.0;
};

struct ReportComparison {
  ReportFile a, b;
  std::string per;                    // unit of work; empty: energies are compared
  std::optional<double> y_a, y_b;     // J, or J per unit
  double U_a = 0.0, U_b = 0.0;        // of y
  ComparedSystem system_a, system_b;  // what the rule saw
  ComparedResult result;
  std::vector<Obstacle> obstacles;      // of NOT_COMPARABLE
  std::vector<RelativePart> parts;      // largest first
  std::string cancelled;                // one sentence: what cancelled, or why nothing does
  std::optional<double> U_uncancelled;  // of the ratio; only where something cancelled
  std::vector<std::string> notes;
};

// per: a unit that both reports have a ratio of; "energy" compares energies; empty: the first unit
// that both have, energies where neither has one. kInvalid: a report has no such ratio.
Result<ReportComparison> compare_reports(ReportFile a, ReportFile b, const std::string& per);

// "A uses 12.3 % less energy than B (8.1 .. 16.2 %)", "TIE: ...", "NOT_COMPARABLE: ...".
std::string sentence_of(const ReportComparison& comparison);

std::string comparison_to_text(const ReportComparison& comparison);
std::string comparison_to_json(const ReportComparison& comparison);

}  // namespace joulemark
