// Power readings that stand still while the member does not (METHOD L-5 FROZEN): a device that
// answers, but no longer measures.
#pragma once

#include <span>

#include "measurement/series.h"

namespace joulemark {

struct Thawed {
  Series series;        // without the frozen readings: of each frozen run only the first is left
  bool frozen = false;  // FROZEN
};

// A gauge's readings identical over max(10 s, 5 step) are frozen if over the same time one of the
// others moves by more than 5 % of its mean, and by more than this gauge can resolve. The rates of
// a counter move if they differ by more than resolution and update period explain. Anything but a
// gauge is returned as it is. others: the other series of the same member.
Thawed drop_frozen(const Series& gauge, std::span<const Series* const> others);

}  // namespace joulemark
