#include "mlperf/audit/inference_audit.h"

#include <fmt/format.h>

#include <filesystem>

#include "mlperf/formula/published.h"
#include "mlperf/log/calendar_time.h"
#include "mlperf/log/log_lines.h"
#include "mlperf/spl/spl_log.h"

namespace joulemark::mlperf {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kPtdMargin = 800;            // ms
constexpr std::int64_t kExemptByChecker = 800'000;  // ms, by a constant of the wrong unit
constexpr double kMostBelowRanging = 0.05;

std::int64_t ms_of(UtcTime time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

TimedWindow window_of(const LoadgenRun& run) {
  return {ms_of(run.power_begin), ms_of(run.power_end)};
}

void find_dropped(const SplLog& log, const TimedWindow& window, Findings& out) {
  std::size_t dropped = 0;
  for (std::size_t i = 0; i < log.readings.size(); ++i)
    if (log.readings.ms[i] > window.begin_ms && log.readings.ms[i] < window.end_ms &&
        !(log.readings.watts[i] > 0.0))
      ++dropped;
  if (dropped > 0)
    out.push_back(
        {FindingCode::kReadingsDropped,
         fmt::format("spl.txt: {} readings in the window are zero or unknown; the mean is "
                     "that of the others",
                     dropped)});
}

void find_below_ranging(const fs::path& performance, double testing, Findings& out) {
  const auto run = read_loadgen_run((performance / "ranging").string());
  const auto spl = read_spl_log((performance / "ranging/spl.txt").string());
  if (!run || !spl) return;
  const TimedWindow window = window_of(*run);
  const auto ranging = inference_power(spl->readings, window.begin_ms, window.end_ms);
  if (!ranging || testing >= (1.0 - kMostBelowRanging) * ranging->mean_watts) return;
  out.push_back(
      {FindingCode::kTestingBelowRanging,
       fmt::format("{:.1f} W in testing, {:.1f} W in ranging", testing, ranging->mean_watts)});
}

struct PtdWarnings {
  std::size_t high = 0, unknown = 0, exempted = 0;
};

void count_warning(const LogLine& line, const TimedWindow& window, PtdWarnings& out) {
  constexpr std::size_t kStamp = 23;
  if (line.text.find("WARNING: Uncertainty") == std::string_view::npos) return;
  const auto time = calendar_time(line.text.substr(0, std::min(kStamp, line.text.size())));
  if (!time) return;
  const std::int64_t ms = ms_of(*time);
  if (ms < window.begin_ms + kPtdMargin || ms > window.end_ms - kPtdMargin) return;
  if (line.text.find("unknown") != std::string_view::npos)
    ++out.unknown;
  else
    ++out.high;
  if (ms < window.begin_ms + kExemptByChecker || ms > window.end_ms - kExemptByChecker)
    ++out.exempted;
}

void audit_power(const LoadgenRun& run, const SplLog& spl, const fs::path& performance,
                 AuditedRun& out) {
  const auto& readings = spl.readings;
  out.parts.push_back({"spl.txt", {}, intervals_of(readings, out.window), false});
  if (!spl.in_order)
    out.findings.push_back({FindingCode::kUnordered, "spl.txt: its times go back"});
  find_sampling("spl.txt", readings, out.window, out.findings);
  find_coverage("spl.txt", readings, out.window, out.findings);
  find_load_steps("spl.txt", readings, out.window, out.findings);
  find_dropped(spl, out.window, out.findings);
  out.trapezoid_joules = trapezoid_joules(readings, out.window.begin_ms, out.window.end_ms);
  const auto power = inference_power(readings, out.window.begin_ms, out.window.end_ms);
  if (!power) {
    out.findings.push_back(
        {FindingCode::kUnreadable, "spl.txt: no reading lies in the window: are both of one run?"});
    return;
  }
  out.published_watts = power->mean_watts;
  out.published_joules = out.parts.front().joules = power->energy_joules;
  if (run.scenario == "SingleStream" || run.scenario == "MultiStream")
    out.published_mj_per_query = inference_metric(*power, run);
  find_below_ranging(performance, power->mean_watts, out.findings);
}

}  // namespace

void find_ptd_warnings(const std::string& path, const TimedWindow& window, Findings& out) {
  PtdWarnings found;
  const auto read = each_line(path, [&](const LogLine& line) -> Result<void> {
    count_warning(line, window, found);
    return {};
  });
  if (!read) return;
  const std::string exempt =
      found.exempted > 0
          ? fmt::format(" ({} of these warnings are exempted by the official checker)",
                        found.exempted)
          : "";
  if (found.high > 0)
    out.push_back({FindingCode::kUncertaintyHigh,
                   fmt::format("{} samples in the window above 1 %{}", found.high, exempt)});
  if (found.unknown > 0)
    out.push_back({FindingCode::kUncertaintyUnknown,
                   fmt::format("{} samples in the window whose uncertainty PTDaemon did not know{}",
                               found.unknown, exempt)});
}

AuditedRun audit_inference(const std::string& name, const std::string& folder) {
  AuditedRun out;
  out.kind = RunKind::kInference;
  out.name = name;
  const fs::path performance = fs::path(folder).parent_path();
  const auto run = read_loadgen_run(folder);
  const auto spl = read_spl_log((fs::path(folder) / "spl.txt").string());
  if (!run) out.findings.push_back({FindingCode::kUnreadable, run.error().message});
  if (!spl) out.findings.push_back({FindingCode::kUnreadable, spl.error().message});
  if (!run) return out;
  out.benchmark = run->scenario;
  out.window = window_of(*run);
  if (const auto why = objection_to(*run); !why.empty())
    out.findings.push_back({FindingCode::kUnreadable, "mlperf_log_detail.txt: " + why});
  if (spl) audit_power(*run, *spl, performance, out);
  find_ptd_warnings((performance / "power/ptd_logs.txt").string(), out.window, out.findings);
  return out;
}

}  // namespace joulemark::mlperf
