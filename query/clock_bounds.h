// delta of METHOD S-5: which bound each exporter's series get. An exporter whose own clock is more
// than 1 s off is refused alone (L-5: its members are then missing); the others share one delta.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "measurement/code.h"
#include "query/telemetry.h"

namespace joulemark {

// Of the host that stamped the window.
struct WindowClockBound {
  std::optional<double> measured;  // s
  double declared = 0.0;           // s, of a plan: it may only raise delta, and measures nothing
};

class ClockBounds {
 public:
  // exporters: those that matter, e.g. of the cover.
  ClockBounds(const std::vector<ClockEvidence>& evidence, const std::set<std::string>& exporters,
              const WindowClockBound& window);

  [[nodiscard]] double delta_of(const std::string& exporter) const;
  [[nodiscard]] bool measured(const std::string& exporter) const;
  [[nodiscard]] double delta() const { return delta_; }
  [[nodiscard]] const Codes& codes() const { return codes_; }
  [[nodiscard]] std::optional<double> worst_exporter() const { return worst_; }
  [[nodiscard]] std::size_t unmeasured() const { return unmeasured_; }

 private:
  std::map<std::string, std::optional<double>> own_;
  WindowClockBound window_;
  double delta_ = 0.0;
  Codes codes_;
  std::optional<double> worst_;
  std::size_t unmeasured_ = 0;
};

}  // namespace joulemark
