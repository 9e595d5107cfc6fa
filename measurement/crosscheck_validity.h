// Whether a passed cross-check still speaks for a sensor (METHOD X-7): 12 months, the same model
// and firmware, loads within what was tested.
#pragma once

#include <string>

#include "core/result.h"
#include "core/units.h"

namespace joulemark {

struct CrosscheckScope {
  std::string model, firmware;
  UtcTime validated;
  double low_watts = 0.0, high_watts = 0.0;  // lowest and highest level
};

// The use to be made of it.
struct CrosscheckUse {
  std::string model, firmware;
  UtcTime begin, end;
  double low_watts = 0.0, high_watts = 0.0;  // of the readings in the window
};

// The same day next year at the same time; of 29 February, 28 February.
UtcTime valid_until(UtcTime validated);

// kInvalid with the first reason: model or firmware not stated or different; before the validation
// or after it has expired; powers outside the tested range, or no numbers.
Result<void> speaks_for(const CrosscheckScope& scope, const CrosscheckUse& use);

}  // namespace joulemark
