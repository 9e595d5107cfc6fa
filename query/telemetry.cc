#include "query/telemetry.h"

#include <algorithm>

namespace joulemark {

std::optional<double> ClockEvidence::bound() const {
  if (!error_bound) return scrape_bound;
  if (!scrape_bound) return error_bound;
  return std::max(*error_bound, *scrape_bound);
}

}  // namespace joulemark
