#include "sources/redfish/client/back_off.h"

#include <charconv>

namespace joulemark::redfish {
namespace {

constexpr int kMostSeconds = 600;  // a service may not silence itself for longer

Duration asked_for(std::string_view retry_after) {
  int seconds = 0;
  const auto [end, error] =
      std::from_chars(retry_after.data(), retry_after.data() + retry_after.size(), seconds);
  const bool whole = error == std::errc{} && end == retry_after.data() + retry_after.size();
  return std::chrono::seconds(whole ? std::clamp(seconds, 0, kMostSeconds) : 0);
}

}  // namespace

void BackOff::failed(MonotonicTime now, std::string_view retry_after) {
  const double jitter = random_ ? 0.5 + random_() : 1.0;  // half to one and a half
  const Duration pause = from_seconds(seconds(step_) * jitter);
  until_ = now + std::max(pause, asked_for(retry_after));
  step_ = std::min(step_ * 2, kLongest);
}

}  // namespace joulemark::redfish
