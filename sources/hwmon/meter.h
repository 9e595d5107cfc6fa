// One channel at work: files kept open and what they say now.
#pragma once

#include <memory>
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
  // went away.
  Result<Reading> read(std::uint32_t index, const Clock& clock) const;

 private:
  Meter() = default;

  std::unique_ptr<OpenFile> value_, factor_;
  std::string id_;
  bool energy_ = false;
  bool is_node_ = false;
};

}  // namespace joulemark::hwmon
