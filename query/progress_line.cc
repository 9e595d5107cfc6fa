#include "query/progress_line.h"

#include <fmt/format.h>

#include <algorithm>

namespace joulemark {
namespace {

constexpr Duration kSilence = std::chrono::seconds(1);
constexpr const char* kClearLine = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine(const Services& services)
    : services_(services), begin_(services.clock.monotonic()) {}

ProgressLine::~ProgressLine() {
  if (shown_) services_.err << kClearLine << std::flush;
}

void ProgressLine::show(std::string_view stage, double share) {
  if (!services_.progress || services_.clock.monotonic() - begin_ < kSilence) return;
  services_.err << fmt::format("{}joulemark: {} {:.0f} %", kClearLine, stage,
                               100.0 * std::clamp(share, 0.0, 1.0))
                << std::flush;
  shown_ = true;
}

}  // namespace joulemark
