#include "mlperf/endpoints/endpoints_run.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "mlperf/log/log_lines.h"

namespace joulemark::mlperf {
namespace {

using EventJson = nlohmann::json;

constexpr std::string_view kStart = "session.start_performance_tracking";
constexpr std::string_view kStop = "session.stop_performance_tracking";
constexpr double kDurationShare = 0.01, kDurationSeconds = 1.0;

// Most of the millions of events are of samples: only these two are read as JSON.
Result<void> take_event_line(const LogLine& line, EndpointsRun& run) {
  for (const auto& [name, at] :
       {std::pair{kStart, &run.start_ns}, std::pair{kStop, &run.stop_ns}}) {
    if (line.text.find(name) == std::string_view::npos) continue;
    const EventJson json = EventJson::parse(line.text, nullptr, false);
    if (line.cut || !json.is_object()) return fail(ErrorCode::kInvalid, "is no JSON");
    const auto type = json.find("event_type");
    if (type == json.end() || *type != name) continue;
    const auto time = json.find("timestamp_ns");
    if (time == json.end() || !time->is_number_integer() || time->get<std::int64_t>() <= 0)
      return fail(ErrorCode::kInvalid, std::string(name) + " has no timestamp_ns");
    if (*at != 0)
      return fail(ErrorCode::kInvalid, std::string(name) + " again: two runs are in one file");
    *at = time->get<std::int64_t>();
    run.lines.emplace_back(line.text);
  }
  return {};
}

std::optional<double> number_at(const EventJson& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number()) return {};
  return found->get<double>();
}

Result<void> read_summary(const std::string& path, EndpointsRun& run) {
  std::string text;
  auto done = each_line(path, [&](const LogLine& line) -> Result<void> {
    if (line.cut || text.size() > (std::size_t{16} << 20))
      return fail(ErrorCode::kInvalid, "is too long for a summary");
    text += std::string(line.text) + "\n";
    return {};
  });
  if (!done && done.error().code == ErrorCode::kNotPresent) return {};
  if (!done) return done;
  const EventJson json = EventJson::parse(text, nullptr, false);
  if (!json.is_object()) return fail(ErrorCode::kInvalid, path + ": is no JSON object");
  if (const auto ns = number_at(json, "duration_ns")) run.summary_duration = 1e-9 * *ns;
  run.samples = number_at(json, "n_samples_completed");
  if (const auto lengths = json.find("output_sequence_lengths");
      lengths != json.end() && lengths->is_object())
    run.tokens = number_at(*lengths, "total");
  return {};
}

Result<void> check_duration(const EndpointsRun& run) {
  const double events = 1e-9 * static_cast<double>(run.stop_ns - run.start_ns);
  if (!run.summary_duration) return {};
  const double apart = std::fabs(*run.summary_duration - events);
  if (apart <= std::max(kDurationSeconds, kDurationShare * events)) return {};
  return fail(ErrorCode::kInvalid, run.path + ": its events are " + std::to_string(events) +
                                       " s apart, and result_summary.json says " +
                                       std::to_string(*run.summary_duration) +
                                       " s: they are not of one run");
}

}  // namespace

Result<EndpointsRun> read_endpoints_run(const std::string& folder) {
  EndpointsRun out;
  out.path = (std::filesystem::path(folder) / "events.jsonl").string();
  if (auto done =
          each_line(out.path, [&](const LogLine& line) { return take_event_line(line, out); });
      !done)
    return tl::unexpected<Error>(done.error());
  for (const auto& [name, at] : {std::pair{kStart, out.start_ns}, std::pair{kStop, out.stop_ns}})
    if (at == 0) return fail(ErrorCode::kInvalid, out.path + ": has no " + std::string(name));
  if (out.stop_ns <= out.start_ns)
    return fail(ErrorCode::kInvalid, out.path + ": the stop does not lie after the start");
  const auto summary = std::filesystem::path(folder) / "result_summary.json";
  if (auto done = read_summary(summary.string(), out); !done)
    return tl::unexpected<Error>(done.error());
  if (auto done = check_duration(out); !done) return tl::unexpected<Error>(done.error());
  return out;
}

}  // namespace joulemark::mlperf
