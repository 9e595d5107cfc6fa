#include "query/crosscheck/power_log.h"

#include <charconv>
#include <cmath>

#include "core/clean_text.h"
#include "core/time_text.h"
#include "core/trimmed.h"
#include "measurement/defaults.h"
#include "mlperf/spl/spl_log.h"

namespace joulemark {
namespace {

constexpr std::string_view kAnalyzerClass = "SPEC-accepted analyzer via PTDaemon";
constexpr std::size_t kShownBytes = 60;

std::optional<int> digits(std::string_view text, std::size_t at, std::size_t length) {
  if (at + length > text.size()) return {};
  int value = 0;
  for (const char c : text.substr(at, length)) {
    if (c < '0' || c > '9') return {};
    value = 10 * value + (c - '0');
  }
  return value;
}

std::optional<double> number_of(std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

std::string_view field(std::string_view line, std::size_t index) {
  for (; index > 0; --index) {
    const auto comma = line.find(',');
    if (comma == std::string_view::npos) return {};
    line.remove_prefix(comma + 1);
  }
  return trimmed(line.substr(0, line.find(',')));
}

class LogReader {
 public:
  LogReader(const std::string& name, const PowerLogOptions& options)
      : name_(name), options_(options) {}

  Result<PowerLog> read(std::string_view text) {
    while (!text.empty()) {
      const auto end = text.find('\n');
      ++line_;
      if (auto taken = take(trimmed(text.substr(0, end))); !taken)
        return tl::unexpected(taken.error());
      if (end == std::string_view::npos) break;
      text.remove_prefix(end + 1);
    }
    if (log_.series.time.size() < 3)
      return fail(ErrorCode::kInvalid,
                  name_ +
                      ": has fewer than three readings: expected a log of PTDaemon (spl.txt) "
                      "or CSV with the header timestamp_s,watts");
    describe();
    return std::move(log_);
  }

 private:
  [[nodiscard]] tl::unexpected<Error> refused(const std::string& why) const {
    return fail(ErrorCode::kInvalid, name_ + ":" + std::to_string(line_) + ": " + why);
  }

  Result<void> take(std::string_view line) {
    if (line.empty() || line.starts_with('#')) return {};
    if (line.starts_with("Time,")) return take_analyzer(line);
    if (!is_csv_) return take_header(line);
    return take_csv(line);
  }

  Result<void> take_header(std::string_view line) {
    const std::string_view time = field(line, 0), power = field(line, 1);
    const bool known = (time == "timestamp_s" || time == "timestamp" || time == "time") &&
                       (power == "watts" || power == "power_watts");
    if (!known || !log_.series.time.empty())
      return refused(
          "expected a line of PTDaemon (Time,MM-DD-YYYY HH:MM:SS.mmm,Watts,...) or the "
          "header timestamp_s,watts");
    is_csv_ = true;
    return {};
  }

  Result<void> take_analyzer(std::string_view line) {
    if (is_csv_) return refused("a line of PTDaemon in a CSV log");
    log_.kind = ReferenceKind::kAnalyzerLog;
    const auto reading = mlperf::parse_spl_line(line);
    if (!reading)
      return refused("expected Time,MM-DD-YYYY HH:MM:SS.mmm,Watts,NUMBER and not " +
                     clean_text(line.substr(0, kShownBytes)));
    if (!options_.utc_offset)
      return fail(ErrorCode::kInvalid,
                  name_ +
                      ": its times carry no offset from UTC: give --reference-utc-offset, such "
                      "as +00:00 (PTDaemon started by MLPerf's power server runs in UTC) or "
                      "+02:00");
    return add(reading->time - *options_.utc_offset, reading->watts);
  }

  Result<void> take_csv(std::string_view line) {
    const auto time = parse_time(field(line, 0));
    if (!time) return refused(time.error().message);
    const auto watts = number_of(field(line, 1));
    if (!watts) return refused("watts are no number");
    return add(*time, *watts);
  }

  // METHOD G-1: negative values are no readings, of equal times the first is kept.
  Result<void> add(UtcTime time, double watts) {
    if (!log_.series.time.empty() && time < log_.series.time.back())
      return refused("the times go back");
    if (watts < 0.0 || (!log_.series.time.empty() && time == log_.series.time.back())) return {};
    log_.series.time.push_back(time);
    log_.series.value.push_back(watts);
    return {};
  }

  void describe() {
    Series& series = log_.series;
    series.kind = SeriesKind::kGauge;
    series.node_scope = true;
    series.exporter = name_;
    series.source = std::string(to_string(log_.kind));
    Metrology& m = series.metrology;
    const DefaultLimits* row = find_default_limits(kAnalyzerClass);
    m.accuracy = row->accuracy;
    m.accuracy.group = series.source + "/" + name_;
    if (options_.uncertainty) {
      m.accuracy.relative = *options_.uncertainty;
      m.accuracy.source = AccuracySource::kDatasheet;
    }
    if (log_.kind == ReferenceKind::kAnalyzerLog) {
      m.averaging = row->averaging.value_or(Duration{0});
      m.update_interval = row->update_interval;
    } else if (options_.averaging) {
      m.averaging = *options_.averaging;
      m.update_interval = *options_.averaging;
    }
  }

  const std::string& name_;
  const PowerLogOptions& options_;
  PowerLog log_;
  std::size_t line_ = 0;
  bool is_csv_ = false;
};

bool lies_within(const Series& series, const Window& window, Duration moved) {
  return series.time.front() + moved <= window.start && series.time.back() + moved >= window.end;
}

std::string offset_text(Duration offset) {
  const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(offset).count();
  const auto size = static_cast<unsigned>(std::abs(minutes));
  const auto two = [](unsigned n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  return (minutes < 0 ? "-" : "+") + two(size / 60) + ":" + two(size % 60);
}

// The zones of the world lie between -12:00 and +14:00, in quarters of an hour.
std::string hint(const Series& series, const Window& window) {
  constexpr Duration kQuarter = std::chrono::minutes(15);
  for (int quarters = 1; quarters <= 26 * 4; ++quarters)
    for (const Duration moved : {-quarters * kQuarter, quarters * kQuarter})
      if (lies_within(series, window, moved))
        return "; with an offset from UTC that differs by " + offset_text(-moved) +
               " they would: is --reference-utc-offset right?";
  return "";
}

}  // namespace

Result<Duration> parse_utc_offset(std::string_view text) {
  if (text == "Z" || text == "z") return Duration{0};
  std::string plain(text);
  if (plain.size() == 6 && plain[3] == ':') plain.erase(3, 1);
  const auto hour = digits(plain, 1, 2), minute = digits(plain, 3, 2);
  if (plain.size() != 5 || (plain[0] != '+' && plain[0] != '-') || !hour || !minute || *hour > 14 ||
      *minute > 59)
    return fail(ErrorCode::kInvalid, "'" + std::string(text.substr(0, 20)) +
                                         "' is no offset from UTC: write +00:00, +02:00, -05:30");
  const Duration size = std::chrono::hours(*hour) + std::chrono::minutes(*minute);
  return plain[0] == '-' ? -size : size;
}

Result<PowerLog> power_log_from(std::string_view text, const std::string& name,
                                const PowerLogOptions& options) {
  return LogReader(name, options).read(text);
}

Result<void> check_covers(const PowerLog& log, const std::string& name, const Window& window) {
  const Series& series = log.series;
  if (lies_within(series, window, Duration{0})) return {};
  return fail(ErrorCode::kInvalid,
              name + ": its readings from " + format_time(series.time.front()) + " to " +
                  format_time(series.time.back()) + " do not hold " + format_time(window.start) +
                  " to " + format_time(window.end) +
                  (log.kind == ReferenceKind::kAnalyzerLog ? hint(series, window) : ""));
}

}  // namespace joulemark
