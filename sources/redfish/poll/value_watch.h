// What the readings of one value tell about it while it is polled: digits, steps, and how often it
// changes. Remembers no readings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/units.h"
#include "sources/redfish/service/number.h"

namespace joulemark::redfish {

class ValueWatch {
 public:
  void add(MonotonicTime time, const Number& number);
  void note_digits(const Number& number);  // of one that was read at another time

  // The most that were written; empty: none was, or only what a conversion left there.
  [[nodiscard]] std::optional<int> decimals() const { return decimals_; }
  // Largest step of which all changes are multiples, in the unit of the number: one of the last
  // decimal, or more after kEnough changes.
  [[nodiscard]] double step() const;
  // Mean time between changes, from kEnough of them that a load that stands still would not make.
  // Polls see changes on their own grid, so that only the mean tells; a value may also stay the
  // same for long, so that each counts as twice the median at most.
  [[nodiscard]] std::optional<Duration> update_interval() const;
  // Never, in many changes, did two come as close as the interval allows: what is updated more
  // often shows it now and then, however quiet it is.
  [[nodiscard]] bool slower_than(Duration interval) const;

  static constexpr std::size_t kEnough = 8, kEvidence = 32;

 private:
  [[nodiscard]] std::int64_t in_steps(double value) const;

  std::optional<int> decimals_;
  std::optional<double> last_;
  std::optional<MonotonicTime> changed_;
  std::vector<Duration> between_;  // the last kMost of them
  std::size_t next_ = 0, changes_ = 0;
  std::int64_t common_ = 0;  // of the changes, in steps of the last decimal
};

}  // namespace joulemark::redfish
