#include "mlperf/files/power_log.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace joulemark::mlperf {
namespace {

using LogJson = nlohmann::ordered_json;

std::int64_t log_ms(UtcTime time) {
  return std::chrono::round<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

// As MLPerf's own logs are written: blanks behind colons and commas.
std::string spaced(const LogJson& object) {
  std::string out;
  for (const auto& [key, value] : object.items())
    out += (out.empty() ? "" : ", ") + LogJson(key).dump() + ": " +
           (value.is_object() ? spaced(value)
                              : value.dump(-1, ' ', true, LogJson::error_handler_t::replace));
  return "{" + out + "}";
}

std::string log_line(UtcTime time, const char* type, const char* key, const LogJson& value,
                     const LogJson& metadata) {
  return ":::MLLOG " +
         spaced({{"namespace", ""},
                 {"time_ms", log_ms(time)},
                 {"event_type", type},
                 {"key", key},
                 {"value", value},
                 {"metadata", metadata}}) +
         "\n";
}

// A mW is finer than any meter.
double to_milliwatts(double watts) { return std::round(1000.0 * watts) / 1000.0; }

std::string_view measurement_type(Supply supply) {
  return supply == Supply::kDc ? "DC" : supply == Supply::kAc ? "AC" : "unknown";
}

}  // namespace

std::string node_log(const MeteredUnit& unit, const PowerGrid& grid) {
  const LogJson host{{"host", unit.name},
                     {"measurement", "software telemetry (joulemark)"},
                     {"native_interval_ms", std::llround(1000.0 * grid.native_interval)}};
  std::string out = log_line(grid.start, "INTERVAL_START", "power_measurement_start", {}, host);
  out +=
      log_line(grid.start, "POINT_IN_TIME", "conversion_eff", unit.conversion,
               {{"measurement_type", measurement_type(unit.supply)}, {"how", unit.conversion_how}});
  const std::vector<double> watts = unit.total();
  for (std::size_t i = 0; i < watts.size(); ++i)
    out += log_line(grid.end_of(i, watts.size()), "POINT_IN_TIME", "power_reading",
                    to_milliwatts(watts[i]), {{"host", unit.name}});
  return out + log_line(grid.end, "INTERVAL_END", "power_measurement_stop", {}, host);
}

std::string switch_log(const SwitchPower& power, const PowerGrid& grid) {
  return log_line(grid.start, "POINT_IN_TIME", "interconnect_power_est", to_milliwatts(power.watts),
                  {{"switch_id", power.name}, {"measured", power.measured}, {"how", power.how}});
}

}  // namespace joulemark::mlperf
