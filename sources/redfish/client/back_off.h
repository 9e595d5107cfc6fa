// When a service that was busy may be asked again: 1 s, doubled to 60 s, with jitter, and never
// before what it asked for itself (Retry-After).
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>

#include "core/units.h"

namespace joulemark::redfish {

class BackOff {
 public:
  explicit BackOff(std::function<double()> random) : random_(std::move(random)) {}

  [[nodiscard]] bool over(MonotonicTime now) const { return now >= until_; }
  [[nodiscard]] MonotonicTime until() const { return until_; }
  void succeeded() { step_ = kFirst; }
  // retry_after: seconds, as in the header; a date or nonsense is ignored.
  void failed(MonotonicTime now, std::string_view retry_after);

 private:
  static constexpr Duration kFirst = std::chrono::seconds(1);
  static constexpr Duration kLongest = std::chrono::seconds(60);

  std::function<double()> random_;
  Duration step_ = kFirst;
  MonotonicTime until_{};
};

}  // namespace joulemark::redfish
