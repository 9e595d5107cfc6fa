// Where a result of a class may go: METHOD L-4, a proposal to the working groups.
#pragma once

#include <string>
#include <vector>

#include "core/sensor.h"
#include "measurement/class.h"
#include "measurement/code.h"

namespace joulemark {

struct Eligibility {
  std::vector<std::string> may_go_to, not_to;
};
Eligibility eligibility(Class cls, Supply supply, const Codes& reasons);

}  // namespace joulemark
