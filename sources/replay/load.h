// A load: power as an exact function of the time since the scenario's epoch, with its exact
// integral. Immutable, so any thread may ask; a look-up costs O(log levels) per part, however far
// the epoch is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/units.h"
#include "sources/replay/exact.h"

namespace joulemark::replay {

class Load {
 public:
  virtual ~Load() = default;
  [[nodiscard]] virtual Nanowatts power(Duration t) const = 0;
  // Integral of the power from the epoch to t (negative before the epoch): exact for loads of
  // constant pieces, to 1 aJ for ramps and scaled loads. What lies between two times is the
  // difference, hence additive.
  [[nodiscard]] virtual Attojoules energy(Duration t) const = 0;

  struct Range {
    Nanowatts least = 0, most = 0;
  };
  [[nodiscard]] virtual Range range() const = 0;  // limits that the power never leaves
  [[nodiscard]] virtual std::size_t parts() const { return 1; }  // elementary look-ups of one call
};

using LoadPtr = std::shared_ptr<const Load>;

struct Level {
  Nanowatts power = 0;
  Duration length{0};
};

LoadPtr constant(Nanowatts power);

// From `start` on one level after the other, again and again or, with repeat = false, once: then
// the first level holds before and the last one after. Levels are not empty, lengths > 0. A square
// wave is two repeated levels.
LoadPtr steps(std::vector<Level> levels, Duration start, bool repeat);

// A straight line from `from` at start to `to` at start + length > 0; repeated as a sawtooth, or
// held at both ends.
struct RampShape {
  Nanowatts from = 0, to = 0;
  Duration start{0}, length{0};
  bool repeat = false;
};
LoadPtr ramp(const RampShape& shape);

// One burst in every cell of mean_on + mean_off, at a random place, of a random length between 0.1
// and 1.9 mean_on (mean_off where that is shorter); both lengths > 0.
struct BurstShape {
  Nanowatts low = 0, high = 0;
  Duration mean_on{0}, mean_off{0};
  std::uint64_t seed = 0;
};
LoadPtr bursts(const BurstShape& shape);

LoadPtr sum(std::vector<LoadPtr> loads);
LoadPtr scale(LoadPtr load, std::int64_t billionths);
// `load` from start until before stop, `idle` outside.
LoadPtr window(LoadPtr load, Nanowatts idle, Duration start, Duration stop);

}  // namespace joulemark::replay
