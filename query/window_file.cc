#include "query/window_file.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/time_text.h"
#include "query/text_file.h"

namespace joulemark {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "joulemark.window/1";
constexpr std::array<std::string_view, 7> kOrigins{"run",       "mark", "loadgen", "mllog",
                                                   "endpoints", "ptd",  "typed"};
constexpr std::int64_t kLatest = 7'258'118'400'000'000'000;  // 2200-01-01 in ns

Json to_json(const Instant& instant) {
  Json json{{"realtime_ns", instant.realtime.time_since_epoch().count()}};
  if (instant.monotonic) json["monotonic_ns"] = instant.monotonic->time_since_epoch().count();
  return json;
}

// Reads one value after the other and keeps the first complaint.
class Reader {
 public:
  explicit Reader(std::string name) : name_(std::move(name)) {}

  void complain(const std::string& key, const std::string& expected) {
    if (!error_) error_ = Error{ErrorCode::kInvalid, name_ + ": " + key + ": " + expected};
  }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

  void text(const Json& map, const char* key, std::string& out) {
    if (!present(map, key)) return;
    if (!map[key].is_string()) return complain(key, "must be text");
    out = map[key].get<std::string>();
  }

  void clock(const Json& map, WindowClock& out) {
    if (!present(map, "clock")) return;
    const Json& clock = map["clock"];
    if (!clock.is_object()) return complain("clock", "must be an object");
    text(clock, "source", out.source);
    if (present(clock, "synchronized")) {
      if (!clock["synchronized"].is_boolean())
        return complain("clock.synchronized", "must be true or false");
      out.synchronized = clock["synchronized"].get<bool>();
    }
    if (!present(clock, "bound_seconds")) return;
    const double bound = clock["bound_seconds"].is_number()
                             ? clock["bound_seconds"].get<double>()
                             : std::numeric_limits<double>::quiet_NaN();
    if (!(bound >= 0.0) || !std::isfinite(bound))
      return complain("clock.bound_seconds", "must be seconds, not negative");
    out.bound = bound;
  }

  void instant(const Json& map, const char* key, std::optional<Instant>& out) {
    if (!present(map, key)) return;
    const Json& value = map[key];
    if (!value.is_object()) return complain(key, "must be an object");
    const auto realtime = nanoseconds(value, "realtime_ns", key);
    if (!realtime) return complain(std::string(key) + ".realtime_ns", "is missing");
    out = Instant{UtcTime(Duration(*realtime)), std::nullopt};
    if (const auto monotonic = nanoseconds(value, "monotonic_ns", key))
      out->monotonic = MonotonicTime(Duration(*monotonic));
  }

  void command(const Json& map, WindowRecord& out) {
    if (present(map, "command")) texts(map["command"], "command", out.command);
    if (present(map, "log_lines")) texts(map["log_lines"], "log_lines", out.log_lines);
    if (!present(map, "exit_status")) return;
    const Json& status = map["exit_status"];
    if (!status.is_number_integer() || status.get<std::int64_t>() < 0 ||
        status.get<std::int64_t>() > 255)
      return complain("exit_status", "must be 0 to 255");
    out.exit_status = status.get<int>();
  }

  void work(const Json& map, std::vector<WindowWork>& out) {
    if (!present(map, "work")) return;
    if (!map["work"].is_array()) return complain("work", "must be a list");
    for (const Json& one : map["work"]) {
      if (!one.is_object()) return complain("work", "must be a list of objects");
      WindowWork work;
      text(one, "unit", work.unit);
      text(one, "how", work.how);
      amount(one, "amount", work.amount);
      amount(one, "per_second", work.per_second);
      if (work.unit.empty() || work.amount.has_value() == work.per_second.has_value())
        return complain("work", "needs a unit and one of amount and per_second");
      out.push_back(std::move(work));
    }
  }

  void texts(const Json& list, const char* key, std::vector<std::string>& out) {
    if (!list.is_array()) return complain(key, "must be a list of text");
    for (const Json& word : list) {
      if (!word.is_string()) return complain(key, "must be a list of text");
      out.push_back(word.get<std::string>());
    }
  }

 private:
  void amount(const Json& map, const char* key, std::optional<double>& out) {
    if (!present(map, key)) return;
    const double value = map[key].is_number() ? map[key].get<double>() : 0.0;
    if (!(value > 0.0) || !std::isfinite(value))
      return complain("work." + std::string(key), "must be a number above zero");
    out = value;
  }

  static bool present(const Json& map, const char* key) {
    return map.contains(key) && !map[key].is_null();
  }

  std::optional<std::int64_t> nanoseconds(const Json& map, const char* key, const char* where) {
    if (!present(map, key)) return std::nullopt;
    const Json& value = map[key];
    const bool fits = value.is_number_unsigned()
                          ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(kLatest)
                          : value.is_number_integer() && value.get<std::int64_t>() >= 0;
    if (fits) return value.get<std::int64_t>();
    complain(std::string(where) + "." + key, "must be whole nanoseconds between 1970 and 2200");
    return 0;
  }

  std::string name_;
  std::optional<Error> error_;
};

}  // namespace

Result<Window> WindowRecord::window() const {
  if (!begin) return fail(ErrorCode::kInvalid, "the window has no begin");
  if (!end)
    return fail(ErrorCode::kInvalid, "the window has no end: run `joulemark mark end` first");
  if (end->realtime <= begin->realtime)
    return fail(ErrorCode::kInvalid, "the window ends at " + format_time(end->realtime) +
                                         ", not after its start at " +
                                         format_time(begin->realtime));
  return Window{begin->realtime, end->realtime};
}

std::optional<double> WindowRecord::host_clock_bound() const {
  if (!clock.bound || !begin || !end) return clock.bound;
  if (!begin->monotonic || !end->monotonic) return clock.bound;
  const Duration moved = (end->realtime - begin->realtime) - (*end->monotonic - *begin->monotonic);
  return *clock.bound + std::abs(seconds(moved));
}

std::string window_to_json(const WindowRecord& record) {
  Json json{{"schema", kSchema}, {"origin", record.origin}};
  if (!record.given.empty()) json["given"] = record.given;
  json["host"] = record.host.empty() ? Json() : Json(record.host);
  json["boot_id"] = record.boot_id.empty() ? Json() : Json(record.boot_id);
  json["begin"] = record.begin ? to_json(*record.begin) : Json();
  json["end"] = record.end ? to_json(*record.end) : Json();
  json["clock"] = Json{{"synchronized", record.clock.synchronized},
                       {"bound_seconds", record.clock.bound ? Json(*record.clock.bound) : Json()},
                       {"source", record.clock.source}};
  json["command"] = record.command;
  json["exit_status"] = record.exit_status ? Json(*record.exit_status) : Json();
  for (const WindowWork& work : record.work)
    json["work"].push_back({{"unit", work.unit},
                            {"amount", work.amount ? Json(*work.amount) : Json()},
                            {"per_second", work.per_second ? Json(*work.per_second) : Json()},
                            {"how", work.how}});
  if (!record.log_lines.empty()) json["log_lines"] = record.log_lines;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<WindowRecord> window_from_json(std::string_view text, const std::string& name) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object())
    return fail(ErrorCode::kInvalid, name +
                                         ": is not JSON: expected a file written by `joulemark "
                                         "run --window-file` or `joulemark mark`");
  Reader reader(name);
  std::string schema;
  WindowRecord record;
  reader.text(json, "schema", schema);
  if (schema != kSchema) reader.complain("schema", "must be " + std::string(kSchema));
  reader.text(json, "origin", record.origin);
  if (std::find(kOrigins.begin(), kOrigins.end(), record.origin) == kOrigins.end())
    reader.complain("origin", "must be run, mark, loadgen, mllog, endpoints, ptd or typed");
  reader.text(json, "given", record.given);
  reader.text(json, "host", record.host);
  reader.text(json, "boot_id", record.boot_id);
  reader.instant(json, "begin", record.begin);
  reader.instant(json, "end", record.end);
  reader.clock(json, record.clock);
  reader.command(json, record);
  reader.work(json, record.work);
  if (reader.error()) return tl::unexpected<Error>(*reader.error());
  return record;
}

Result<WindowRecord> read_window_file(const std::string& path) {
  return read_text_file(path).and_then(
      [&](const std::string& text) { return window_from_json(text, path); });
}

Result<void> write_window_file(const std::string& path, const WindowRecord& record) {
  return write_text_file(path, window_to_json(record));
}

}  // namespace joulemark
