// The budget as people read it: one row per kind of component.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "measurement/component.h"

namespace joulemark {

struct BudgetRow {
  std::string name;     // for people: "window edges"
  double square = 0.0;  // J^2, its part of u_c squared
};

// Largest first; groups of one name together (METHOD U-1 has added within groups). Of more than
// `most` rows the smallest become one, "other".
std::vector<BudgetRow> budget_rows(const Budget& budget, std::size_t most);

// "edge" -> "window edges"; a name without words stays.
std::string component_words(const std::string& name);
std::string small_figure(double value);              // two digits, "<0.01" below that
std::string part_text(double square, double whole);  // "12 %", "<1 %"

}  // namespace joulemark
