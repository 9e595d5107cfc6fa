#include "query/clock_bounds.h"

#include <algorithm>

#include "measurement/clock.h"

namespace joulemark {
namespace {

constexpr double kMostOffset = 1.0;  // s: beyond it METHOD S-5 refuses

}  // namespace

ClockBounds::ClockBounds(const std::vector<ClockEvidence>& evidence,
                         const std::set<std::string>& exporters, const WindowClockBound& window)
    : window_(window) {
  for (const ClockEvidence& clock : evidence) own_[clock.host] = clock.bound();
  std::vector<std::optional<double>> hosts;
  for (const std::string& exporter : exporters) {
    const auto found = own_.find(exporter);
    const std::optional<double> bound = found == own_.end() ? std::nullopt : found->second;
    if (bound && *bound + window.measured.value_or(0.0) > kMostOffset) continue;
    if (!bound) ++unmeasured_;
    if (bound) worst_ = std::max(worst_.value_or(0.0), *bound);
    hosts.push_back(bound);
  }
  const ClockBound bound = clock_bound(hosts, window.measured);
  delta_ = std::max(bound.delta, window.declared);
  codes_ = bound.codes;
}

double ClockBounds::delta_of(const std::string& exporter) const {
  const auto found = own_.find(exporter);
  if (found == own_.end() || !found->second) return delta_;
  const double alone = *found->second + window_.measured.value_or(0.0);
  return alone > kMostOffset ? alone : delta_;
}

bool ClockBounds::measured(const std::string& exporter) const {
  const auto found = own_.find(exporter);
  return window_.measured && found != own_.end() && found->second;
}

}  // namespace joulemark
