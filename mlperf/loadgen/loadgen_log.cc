#include "mlperf/loadgen/loadgen_log.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "mlperf/log/calendar_time.h"
#include "mlperf/log/log_lines.h"
#include "mlperf/log/log_record.h"

namespace joulemark::mlperf {
namespace {

constexpr std::string_view kDetail = "mlperf_log_detail.txt";
constexpr std::string_view kBegin = "power_begin", kEnd = "power_end";
constexpr std::size_t kCalendarLength = 23;
constexpr std::size_t kLongestPlainLine = 200;

// Official result keys, the better one first.
constexpr std::array<std::string_view, 3> kSampleRates{"result_completed_samples_per_sec",
                                                       "result_samples_per_second",
                                                       "result_qps_without_loadgen_overhead"};
constexpr std::array<std::string_view, 4> kTokenRates{
    "result_completed_tokens_per_second", "result_tokens_per_second",
    "result_inferred_completed_tokens_per_second", "result_inferred_tokens_per_second"};

constexpr std::array<std::string_view, 9> kFacts{"power_begin",
                                                 "power_end",
                                                 "effective_scenario",
                                                 "effective_test_mode",
                                                 "result_validity",
                                                 "num_errors",
                                                 "result_query_count",
                                                 "generated_samples_per_query",
                                                 "effective_samples_per_query"};

struct RankedRate {
  std::size_t rank = ~std::size_t{0};
  double value = 0.0;
};

template <std::size_t N>
void take_rate(const LogRecord& record, const std::array<std::string_view, N>& names,
               RankedRate& out) {
  const auto at = std::find(names.begin(), names.end(), record.key);
  const auto rank = static_cast<std::size_t>(at - names.begin());
  if (at != names.end() && record.number && *record.number > 0.0 && rank < out.rank)
    out = {rank, *record.number};
}

// "power_begin 11-30-2026 12:00:00.000", as the checkers accept it too.
std::optional<UtcTime> plain_time(std::string_view line) {
  for (std::size_t at = 0; at + kCalendarLength <= line.size(); ++at)
    if (const auto time = calendar_time(line.substr(at, kCalendarLength))) return time;
  return {};
}

bool names_key(std::string_view line, std::string_view key) {
  return std::search(line.begin(), line.end(), key.begin(), key.end(), [](char a, char b) {
           return std::tolower(static_cast<unsigned char>(a)) == b;
         }) != line.end();
}

struct Edge {
  std::optional<UtcTime> time;
  std::size_t line = 0;
};

class LoadgenReader {
 public:
  Result<void> take(const LogLine& line) {
    const std::string_view record = record_text(line.text);
    if (record.empty()) return take_plain(line);
    const std::string_view key = key_of(record);
    if (line.cut || !wanted(key)) return {};
    const auto parsed = parse_record(record);
    if (!parsed)
      return fail(ErrorCode::kInvalid, "the record of " + std::string(key) + " is no JSON");
    run_.lines.emplace_back(line.text);
    return take_record(*parsed, line.number);
  }

  Result<LoadgenRun> finish(const std::string& path) {
    if (!begin_.time && !end_.time)
      return fail(ErrorCode::kInvalid,
                  path + ": has no power_begin: is it LoadGen's detail log of a performance run?");
    if (!end_.time)
      return fail(ErrorCode::kInvalid,
                  path + ": has power_begin and no power_end: the run did not end");
    if (!begin_.time) return fail(ErrorCode::kInvalid, path + ": has power_end and no power_begin");
    if (*end_.time <= *begin_.time)
      return fail(ErrorCode::kInvalid, path + ": power_end does not lie after power_begin");
    run_.path = path;
    run_.power_begin = *begin_.time;
    run_.power_end = *end_.time;
    set_rate(samples_, kSampleRates, run_.samples_per_second, run_.samples_rate_key);
    set_rate(tokens_, kTokenRates, run_.tokens_per_second, run_.tokens_rate_key);
    return std::move(run_);
  }

 private:
  static bool wanted(std::string_view key) {
    const auto among = [&](const auto& names) {
      return std::find(names.begin(), names.end(), key) != names.end();
    };
    return among(kFacts) || among(kSampleRates) || among(kTokenRates);
  }

  Result<void> take_plain(const LogLine& line) {
    if (line.cut || line.text.size() > kLongestPlainLine) return {};
    for (const auto& [key, edge] : {std::pair{kBegin, &begin_}, std::pair{kEnd, &end_}})
      if (names_key(line.text, key))
        if (const auto time = plain_time(line.text)) {
          run_.lines.emplace_back(line.text);
          return set(*edge, key, *time, line.number);
        }
    return {};
  }

  Result<void> take_record(const LogRecord& record, std::size_t line) {
    for (const auto& [key, edge] : {std::pair{kBegin, &begin_}, std::pair{kEnd, &end_}}) {
      if (record.key != key) continue;
      const auto time = calendar_time(record.text.value_or(""));
      if (!time)
        return fail(ErrorCode::kInvalid, std::string(key) + " is no time MM-DD-YYYY HH:MM:SS.mmm");
      return set(*edge, key, *time, line);
    }
    take_fact(record);
    return {};
  }

  static Result<void> set(Edge& edge, std::string_view key, UtcTime time, std::size_t line) {
    if (edge.time)
      return fail(ErrorCode::kInvalid, std::string(key) + " again, after line " +
                                           std::to_string(edge.line) +
                                           ": two runs are in one log; give each a log of its own");
    edge = {time, line};
    return {};
  }

  void take_fact(const LogRecord& record) {
    const auto first_text = [&](std::string_view key, std::string& out) {
      if (record.key == key && out.empty() && record.text) out = *record.text;
    };
    const auto first_number = [&](std::string_view key, std::optional<double>& out) {
      if (record.key == key && !out) out = record.number;
    };
    first_text("effective_scenario", run_.scenario);
    first_text("effective_test_mode", run_.mode);
    first_text("result_validity", run_.validity);
    first_number("num_errors", run_.errors);
    first_number("result_query_count", run_.queries);
    first_number("generated_samples_per_query", run_.generated_samples_per_query);
    first_number("effective_samples_per_query", run_.effective_samples_per_query);
    take_rate(record, kSampleRates, samples_);
    take_rate(record, kTokenRates, tokens_);
  }

  template <std::size_t N>
  static void set_rate(const RankedRate& rate, const std::array<std::string_view, N>& names,
                       std::optional<double>& value, std::string& key) {
    if (rate.rank >= N) return;
    value = rate.value;
    key = names[rate.rank];
  }

  LoadgenRun run_;
  Edge begin_, end_;
  RankedRate samples_, tokens_;
};

}  // namespace

Result<LoadgenRun> read_loadgen_run(const std::string& path) {
  std::error_code error;
  const std::string file = std::filesystem::is_directory(path, error)
                               ? (std::filesystem::path(path) / kDetail).string()
                               : path;
  LoadgenReader reader;
  if (auto done = each_line(file, [&](const LogLine& line) { return reader.take(line); }); !done)
    return tl::unexpected<Error>(done.error());
  return reader.finish(file);
}

Result<LoadgenRun> loadgen_run_of(const std::vector<std::string>& lines, const std::string& name) {
  LoadgenReader reader;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (auto done = reader.take({lines[i], i + 1, false}); !done)
      return fail_in(name, done.error());
  return reader.finish(name);
}

std::string objection_to(const LoadgenRun& run) {
  if (run.validity != "VALID")
    return "result_validity is " + (run.validity.empty() ? "missing" : run.validity);
  if (run.mode != "PerformanceOnly")
    return "effective_test_mode is " + (run.mode.empty() ? "missing" : run.mode);
  if (run.errors.value_or(0.0) > 0.0) return "the log counts errors";
  return {};
}

}  // namespace joulemark::mlperf
