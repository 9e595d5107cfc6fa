// What one battery gives away: power_now, else current_now times voltage_now.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/files.h"
#include "core/units.h"

namespace joulemark::battery {

// Microwatts, microamperes, microvolts. Drivers differ in the sign of a discharge, so only the
// magnitude is taken. Empty for anything that is not a number and one newline.
std::optional<double> parse_magnitude(std::string_view text);

class Meter {
 public:
  // A battery without any such file is a meter that never reads: it must not be forgotten where
  // all batteries count.
  static Result<Meter> open(const Files& sysfs, const std::string& supply);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] bool measures() const { return power_ || (current_ && voltage_); }
  // Empty unless the battery says Discharging before and after: charging is no consumption, and a
  // battery that is full or idle gives nothing. Empty as well for 0 W (METHOD G-1).
  Result<std::optional<Watts>> read();

 private:
  Result<bool> discharges();
  Result<double> number(OpenFile& file, std::string_view attribute) const;
  Result<Watts> power();

  std::string name_;
  std::unique_ptr<OpenFile> status_, power_, current_, voltage_;
};

}  // namespace joulemark::battery
