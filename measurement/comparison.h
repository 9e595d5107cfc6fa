// Two systems against each other (METHOD R-3): lower, higher, or a tie that the uncertainty does
// not resolve. What was not measured alike is not compared.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/sensor.h"
#include "measurement/class.h"
#include "measurement/component.h"

namespace joulemark {

// What one series or estimate brings to the uncertainty of a system.
struct ComparedPart {
  // Identity of the physical sensor, the same text in both reports only if it is the same device:
  // its gain and offset cancel. Empty: not known, or an estimate; nothing cancels.
  std::string sensor;
  Budget budget;  // J
};

// One side: its figure, and how it was measured.
struct ComparedSystem {
  double energy = 0.0;    // J
  double work = 0.0;      // completed units of work_kind; 1 compares energies
  double u_work = 0.0;    // standard uncertainty of work
  std::string work_kind;  // "output_tokens", ...
  std::vector<ComparedPart> parts;
  double alias_bound = 0.0;  // J

  Supply supply = Supply::kUnknown;
  std::set<Boundary> boundaries;  // of the counted series
  std::string cooling;            // empty: not stated
  bool complete = false;          // basis completeness (S-1a)
  int method_major = 0;           // of joulemark-method/<major>
  Class cls = Class::kReferenceOnly;
  bool refused = true;  // refused or incomplete (L-2)
};

enum class Comparison { kLower, kHigher, kTie, kNotComparable };
std::string_view to_string(Comparison);  // "LOWER", "HIGHER", "TIE", "NOT_COMPARABLE"

struct SystemRatio {
  double ratio = 0.0;  // y_A/y_B
  double u = 0.0;      // standard uncertainty of the ratio
  double k = 2.0;
  double U = 0.0;                // ratio x relative expanded uncertainty
  double low = 0.0, high = 0.0;  // ratio x exp(-+ relative U)
};

struct ComparedResult {
  Comparison verdict = Comparison::kNotComparable;
  std::vector<std::string> reasons;  // of NOT_COMPARABLE, one sentence each
  std::optional<SystemRatio> ratio;  // none if not comparable
};

// R = y_A/y_B with the relative components of both, groups of A and B apart. gain and offset
// (grouped and unit parts) of a sensor that measured both sides cancel: what remains of them is the
// difference of their relative sizes, 0 for equal ones. A is lower only if all of the interval lies
// below 1, higher above. alias_bounds of both sides widen U as in G-7. Never a number where supply,
// boundary, cooling, completeness, kind of work or major version differ, where a side is refused
// or reference-only, or where an energy, a work or an uncertainty is no usable number.
ComparedResult compare(const ComparedSystem& a, const ComparedSystem& b);

}  // namespace joulemark
