#include "query/explain/what_shrinks.h"

#include <map>
#include <string_view>

namespace joulemark {
namespace {

constexpr std::string_view kKnownSensor =
    "a sensor that is better known: data sheet of the model, joulemark crosscheck, or a "
    "certificate; no window is long enough to help";
constexpr std::string_view kLonger = "a longer window";

const std::map<std::string, std::string_view, std::less<>>& table() {
  static const std::map<std::string, std::string_view, std::less<>> rows{
      {"gain", kKnownSensor},
      {"gain_unit", kKnownSensor},
      {"offset", kKnownSensor},
      {"offset_unit", kKnownSensor},
      {"edge", "a longer window, scrapes closer together, or a load that is steady at the edges"},
      {"integration", "more readings (the exporter's own at 10 Hz), or a longer window"},
      {"resolution", kLonger},
      {"update", kLonger},
      {"tick", "a longer window, or a counter with finer steps"},
      {"gap", "no failed scrapes: see joulemark preflight before the run"},
      {"reset", "an exporter and devices that run through the window"},
      {"clock", "better synchronised clocks, a window marked where the job ran, or a longer one"},
      {"latency", "a sensor whose latency and update period are known, or a longer window"},
      {"efficiency",
       "points of the power supply's efficiency nearer to the load, or a meter at the AC input"},
      {"distribution", "a meter upstream of the busbar"},
      {"unmeasured", "a meter on the part, or narrower limits of its power with their evidence"},
      {"estimate", "a meter on the shared equipment"},
      {"missing", "the telemetry of the missing nodes"},
      {"storage", "the state of charge at both ends of the window"},
      {"aliasing",
       "an energy counter, contiguous averages, or measured idle and nameplate as limits of the "
       "power"}};
  return rows;
}

}  // namespace

std::string what_shrinks(const std::string& name) {
  const auto found = table().find(name);
  return found == table().end() ? std::string() : std::string(found->second);
}

}  // namespace joulemark
