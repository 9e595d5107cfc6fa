// Credentials that a service refuses are not tried again for ten minutes, since most services lock
// an account after three to five failures in a row (iDRAC: three within a minute by default).
#pragma once

#include "core/units.h"

namespace joulemark::redfish {

class Refusals {
 public:
  // Whether credentials may be sent.
  [[nodiscard]] bool over(MonotonicTime now) const { return now >= until_; }
  void accepted() {
    known_good_ = true;
    in_a_row_ = 0;
  }
  // A login that was refused.
  void login(MonotonicTime now) { until_ = now + kPause; }
  // A resource that was refused to Basic credentials: some services mean by it that this one
  // resource is not for this user, which credentials that were good before are given credit for.
  void resource(MonotonicTime now) {
    if (++in_a_row_ >= (known_good_ ? kCredit : 1)) login(now);
  }

 private:
  static constexpr Duration kPause = std::chrono::minutes(10);
  static constexpr int kCredit = 3;

  bool known_good_ = false;
  int in_a_row_ = 0;
  MonotonicTime until_{};
};

}  // namespace joulemark::redfish
