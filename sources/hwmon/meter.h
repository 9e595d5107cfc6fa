// One channel at work: files kept open and what they say now.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/source.h"
#include "sources/hwmon/sensors.h"

namespace joulemark::hwmon {

class Meter {
 public:
  // kNotPresent, kPermission ...: as the file says.
  static Result<Meter> open(const Files& sysfs, const Candidate& candidate);

  // One reading, stamped right after its last file was read; allocates nothing when all is well.
  // kInvalid: no number. kUnavailable: the driver says that it does not know (0xFFFFFFFF mW), it
  // refuses for now, or a whole node that consumes nothing (METHOD G-1). kNotPresent: the device
  // went away. began_anew: a driver of Intel's cards was not asked for so long that its register,
  // which it adds up when it is asked, may have come round.
  Result<Reading> read(std::uint32_t index, const Clock& clock);

 private:
  Meter() = default;
  Reading count(std::uint32_t index, std::uint64_t counts, UtcTime time, MonotonicTime now);

  std::unique_ptr<OpenFile> value_, factor_;
  std::string id_;
  bool energy_ = false;
  bool is_node_ = false;
  bool adds_up_when_asked_ = false;
  std::optional<MonotonicTime> last_;  // when its count was read
};

}  // namespace joulemark::hwmon
