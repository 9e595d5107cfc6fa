// Whether a count climbs as fast as its unit says. dcgm-exporter has changed the unit of its energy
// once, and accumulators of AMD's cards stood still or ran wild (amdsmi#38): neither gets through.
#pragma once

#include <optional>

#include "core/units.h"

namespace joulemark {

class UnitGuard {
 public:
  // The count as it is now, in joules by its name, whenever it has changed; and the power beside
  // it, if there is one.
  void changed(double joules, std::optional<double> watts, MonotonicTime now);
  // Once it has climbed by 0.3 to 3 times the mean of the power beside it, or without one by 5 to
  // 3000 W. Then for ever.
  [[nodiscard]] bool passed() const { return passed_; }
  // What the count says, over what the power says (empty: there is none), since the beginning.
  struct Finding {
    Watts by_count;
    std::optional<Watts> by_power;
  };
  // Empty: it has passed, or has not been seen for long enough: five changes.
  [[nodiscard]] std::optional<Finding> finding() const;

 private:
  [[nodiscard]] Finding found(double joules, MonotonicTime now) const;

  struct Seen {
    double joules = 0.0;
    MonotonicTime time{};
  };
  std::optional<Seen> first_;
  std::optional<Finding> last_;
  double watts_ = 0.0;  // sum of those seen
  int powers_ = 0, changes_ = 0;
  bool passed_ = false;
};

}  // namespace joulemark
