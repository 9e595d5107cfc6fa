#include "mlperf/spl/spl_log.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include "mlperf/log/calendar_time.h"
#include "mlperf/log/log_lines.h"

namespace joulemark::mlperf {
namespace {

std::vector<std::string_view> fields_of_spl(std::string_view line) {
  std::vector<std::string_view> out;
  while (true) {
    const auto comma = line.find(',');
    out.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return out;
    line.remove_prefix(comma + 1);
  }
}

std::optional<double> watts_of(std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

std::size_t groups_named(const std::vector<std::string_view>& fields, std::string_view name) {
  return static_cast<std::size_t>(
      std::count_if(fields.begin(), fields.end(), [&](std::string_view field) {
        return field.size() > name.size() && field.starts_with(name) &&
               field.find_first_not_of("0123456789", name.size()) == std::string_view::npos;
      }));
}

Result<void> take_spl_line(const LogLine& line, SplLog& log) {
  if (!line.text.starts_with("Time")) return {};
  const auto reading = parse_spl_line(line.text);
  if (line.cut || !reading)
    return fail(ErrorCode::kInvalid, "expected Time,MM-DD-YYYY HH:MM:SS.mmm,Watts,NUMBER");
  if (log.readings.size() == kMostReadings)
    return fail(ErrorCode::kInvalid, "has more readings than any run");
  const std::int64_t ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(reading->time.time_since_epoch())
          .count();
  const auto fields = fields_of_spl(line.text);
  log.in_order = log.in_order && (log.readings.ms.empty() || ms >= log.readings.ms.back());
  if (reading->watts < 0.0) ++log.unknown;
  if (log.mark.empty() && fields.size() > 11 && fields[10] == "Mark") log.mark = fields[11];
  log.channels = std::max(log.channels, groups_named(fields, "Ch"));
  log.analyzers = std::max(log.analyzers, groups_named(fields, "Analyzer"));
  log.readings.ms.push_back(ms);
  log.readings.watts.push_back(reading->watts);
  return {};
}

}  // namespace

std::optional<SplReading> parse_spl_line(std::string_view line) {
  const auto fields = fields_of_spl(line);
  if (fields.size() < 4 || fields[0] != "Time" || fields[2] != "Watts") return {};
  const auto time = calendar_time(fields[1]);
  const auto watts = watts_of(fields[3]);
  if (!time || !watts) return {};
  return SplReading{*time, *watts};
}

Result<SplLog> read_spl_log(const std::string& path) {
  SplLog out;
  out.path = path;
  if (auto done = each_line(path, [&](const LogLine& line) { return take_spl_line(line, out); });
      !done)
    return tl::unexpected<Error>(done.error());
  if (out.readings.size() == 0)
    return fail(ErrorCode::kInvalid, path + ": has no line that begins with Time");
  return out;
}

}  // namespace joulemark::mlperf
