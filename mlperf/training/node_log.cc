#include "mlperf/training/node_log.h"

#include <cmath>

#include "mlperf/log/log_lines.h"
#include "mlperf/log/log_record.h"

namespace joulemark::mlperf {
namespace {

tl::unexpected<Error> bad_record(const std::string& why) { return fail(ErrorCode::kInvalid, why); }

Result<void> take_reading(const LogRecord& record, std::int64_t ms, NodeLog& log) {
  if (!record.number || !std::isfinite(*record.number))
    return bad_record("power_reading has no number");
  if (log.readings.size() == kMostReadings) return bad_record("has more readings than any run");
  log.in_order = log.in_order && (log.readings.ms.empty() || ms >= log.readings.ms.back());
  log.readings.ms.push_back(ms);
  log.readings.watts.push_back(*record.number);
  log.events.push_back({NodeEventKind::kReading, ms, *record.number});
  return {};
}

Result<void> take_conversion(const LogRecord& record, std::int64_t ms, NodeLog& log) {
  if (!record.number || !(*record.number > 0.0))
    return bad_record("conversion_eff is no factor above zero");
  log.events.push_back({NodeEventKind::kConversion, ms, *record.number});
  log.has_conversion = true;
  if (!log.switch_watts) log.switch_conversion = *record.number;
  if (const auto type = record.metadata.find("measurement_type"); type != record.metadata.end())
    log.measurement_type = type->second;
  return {};
}

Result<void> take_estimate(const LogRecord& record, std::int64_t ms, NodeLog& log) {
  if (log.switch_watts) return {};
  if (!record.number || !(*record.number >= 0.0))
    return bad_record("interconnect_power_est is no power");
  log.switch_watts = record.number;
  log.switch_ms = ms;
  return {};
}

Result<void> take_power_record(const LogRecord& record, NodeLog& log) {
  const auto ms = epoch_ms(record);
  if (!ms) return bad_record(record.key + " has no time_ms since 1970");
  if (record.key == "power_reading") return take_reading(record, *ms, log);
  if (record.key == "conversion_eff") return take_conversion(record, *ms, log);
  if (record.key == "interconnect_power_est") return take_estimate(record, *ms, log);
  if (record.key == "power_measurement_start")
    log.events.push_back({NodeEventKind::kStart, *ms, 0.0});
  if (record.key == "power_measurement_stop") {
    log.events.push_back({NodeEventKind::kStop, *ms, 0.0});
    log.stop_ms = ms;
  }
  return {};
}

bool is_of_power(std::string_view key) {
  return key.starts_with("power_") || key == "conversion_eff" || key == "interconnect_power_est";
}

}  // namespace

Result<NodeLog> read_node_log(const std::string& path) {
  NodeLog out;
  out.path = path;
  const auto done = each_line(path, [&](const LogLine& line) -> Result<void> {
    const std::string_view text = record_text(line.text);
    if (text.empty() || !is_of_power(key_of(text))) return {};
    const auto record = parse_record(text);
    if (line.cut || !record) return bad_record("the record is no JSON");
    return take_power_record(*record, out);
  });
  if (!done) return tl::unexpected<Error>(done.error());
  if (out.readings.size() == 0 && !out.switch_watts)
    return fail(ErrorCode::kInvalid,
                path + ": has neither power_reading nor interconnect_power_est");
  return out;
}

}  // namespace joulemark::mlperf
