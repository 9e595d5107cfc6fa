// Which error a read over several sensors returns (core/source.h).
#pragma once

#include <optional>
#include <utility>

#include "core/result.h"

namespace joulemark {

// The first one met, but before it one that asks for a new discovery: a device has vanished,
// whatever else went wrong.
inline void note_worst(std::optional<Error>& worst, Error error) {
  if (!worst || (error.code == ErrorCode::kNotPresent && worst->code != ErrorCode::kNotPresent))
    worst = std::move(error);
}

}  // namespace joulemark
