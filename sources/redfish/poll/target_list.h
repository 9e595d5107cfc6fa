// The targets as they are now: those of the configuration and those of the targets_file, which is
// looked at again every few seconds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/source.h"
#include "sources/redfish/options.h"

namespace joulemark::redfish {

struct LoginTarget {
  Target target;
  std::string password;
  friend bool operator==(const LoginTarget&, const LoginTarget&) = default;
};

class TargetList {
 public:
  TargetList(Options options, const Files& files) : options_(std::move(options)), files_(files) {}

  // Empty: nothing has changed since the last call. An error leaves the targets as they were; the
  // same error is told once.
  std::optional<Result<std::vector<LoginTarget>>> look();

 private:
  Result<std::vector<LoginTarget>> read() const;

  Options options_;
  const Files& files_;
  std::optional<std::vector<LoginTarget>> last_;
  std::string last_error_;
};

}  // namespace joulemark::redfish
