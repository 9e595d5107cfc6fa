#include "measurement/numbers.h"

#include <algorithm>
#include <cmath>

namespace joulemark {

bool is_amount(double value) { return std::isfinite(value) && value >= 0.0; }

bool is_positive(double value) { return std::isfinite(value) && value > 0.0; }

bool is_budget(const Budget& budget) {
  return std::all_of(budget.begin(), budget.end(), [](const UncertaintyComponent& component) {
    return is_amount(component.u) && component.dof >= 0.0;
  });
}

}  // namespace joulemark
