#include "mlperf/training/result_log.h"

#include <optional>

#include "mlperf/log/log_lines.h"
#include "mlperf/log/log_record.h"

namespace joulemark::mlperf {
namespace {

struct TimedEvent {
  std::optional<std::int64_t> ms;
  std::size_t line = 0;
};

class ResultReader {
 public:
  Result<void> take(const LogLine& line) {
    const std::string_view text = record_text(line.text);
    const std::string_view key = key_of(text);
    if (line.cut || (key != "run_start" && key != "run_stop" && key != "submission_benchmark"))
      return {};
    const auto record = parse_record(text);
    if (!record)
      return fail(ErrorCode::kInvalid, "the record of " + std::string(key) + " is no JSON");
    keep(line.text);
    if (record->key == "submission_benchmark") {
      if (run_.benchmark.empty()) run_.benchmark = record->text.value_or("");
      return {};
    }
    return take_event(*record, record->key == "run_start" ? start_ : stop_, line.number);
  }

  Result<TrainingRun> finish(const std::string& path) {
    for (const auto& [event, name] :
         {std::pair{&start_, "run_start"}, std::pair{&stop_, "run_stop"}})
      if (!event->ms)
        return fail(ErrorCode::kInvalid,
                    path + ": has no " + name + ": is it the result file of a run that ended?");
    if (*stop_.ms <= *start_.ms)
      return fail(ErrorCode::kInvalid, path + ": run_stop does not lie after run_start");
    run_.path = path;
    run_.start_ms = *start_.ms;
    run_.stop_ms = *stop_.ms;
    return std::move(run_);
  }

 private:
  // Thousands of ranks may repeat a record.
  void keep(std::string_view line) {
    constexpr std::size_t kMostKept = 64;
    if (run_.lines.size() < kMostKept) run_.lines.emplace_back(line);
  }

  // Every rank may write the record; one of another time is another run.
  Result<void> take_event(const LogRecord& record, TimedEvent& event, std::size_t line) {
    const auto ms = epoch_ms(record);
    if (!ms) return fail(ErrorCode::kInvalid, record.key + " has no time_ms since 1970");
    if (event.ms && *event.ms != *ms)
      return fail(ErrorCode::kInvalid,
                  record.key + " again, after line " + std::to_string(event.line) +
                      ": two runs are in one file; give each a file of its own");
    event = {ms, event.ms ? event.line : line};
    if (record.key == "run_stop")
      if (const auto found = record.metadata.find("status"); found != record.metadata.end())
        run_.status = found->second;
    return {};
  }

  TrainingRun run_;
  TimedEvent start_, stop_;
};

}  // namespace

Result<TrainingRun> read_training_run(const std::string& path) {
  ResultReader reader;
  if (auto done = each_line(path, [&](const LogLine& line) { return reader.take(line); }); !done)
    return tl::unexpected<Error>(done.error());
  return reader.finish(path);
}

Result<TrainingRun> training_run_of(const std::vector<std::string>& lines,
                                    const std::string& name) {
  ResultReader reader;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (auto done = reader.take({lines[i], i + 1, false}); !done)
      return fail_in(name, done.error());
  return reader.finish(name);
}

}  // namespace joulemark::mlperf
