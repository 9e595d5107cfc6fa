// One file of pm_counters, kept open, and what it said last.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/clock.h"
#include "core/files.h"
#include "core/sensor.h"
#include "sources/cray/counter_line.h"

namespace joulemark::cray {

inline constexpr std::string_view kFolder = "cray/pm_counters";
std::string path_of(std::string_view file);

// freshness, generation, startup and the like.
class BareNumber {
 public:
  BareNumber() = default;
  BareNumber(const Files& sysfs, std::string_view name);  // the name outlives this
  [[nodiscard]] bool exists() const { return file_ != nullptr; }
  Result<std::uint64_t> read();  // kNotPresent where it does not exist

 private:
  std::string_view name_;
  std::unique_ptr<OpenFile> file_;
};

struct Counter {
  std::unique_ptr<OpenFile> file;
  std::string id;
  QuantityKind quantity = QuantityKind::kPower;
  // Of the last look.
  std::optional<UtcTime> stamp = {};
  // Of the last reading that was delivered.
  std::optional<std::uint64_t> value = {}, generation = {};
  MonotonicTime delivered = {};
};

struct Look {
  CounterLine line;
  UtcTime time;  // right after the read
};

// kInvalid: no value in the unit of this quantity.
Result<Look> look_at(const Counter& counter, const Clock& clock);

}  // namespace joulemark::cray
