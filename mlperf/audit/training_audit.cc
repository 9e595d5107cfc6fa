#include "mlperf/audit/training_audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "mlperf/audit/duplicates.h"
#include "mlperf/formula/published.h"
#include "mlperf/training/node_log.h"
#include "mlperf/training/result_log.h"

namespace joulemark::mlperf {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kStale = 3'600'000;               // ms beside the run
constexpr double kLeastRatio = 0.85, kMostRatio = 0.97;  // DC over AC
constexpr double kLeastTail = 0.05;                      // s

std::vector<std::string> files_of(const std::string& folder, std::string_view prefix) {
  std::vector<std::string> out;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && name.ends_with(".txt") && !entry.is_symlink(error))
      out.push_back(name);
  }
  const auto number = [&](const std::string& name) {
    return std::strtoul(name.c_str() + prefix.size(), nullptr, 10);
  };
  std::sort(out.begin(), out.end(), [&](const std::string& a, const std::string& b) {
    return std::pair(number(a), a) < std::pair(number(b), b);
  });
  return out;
}

void find_numbering(const std::vector<std::string>& files, Findings& out) {
  for (std::size_t i = 0; i < files.size(); ++i)
    if (files[i] != fmt::format("node_{}.txt", i)) {
      out.push_back({FindingCode::kNumbering,
                     fmt::format("{} node files from {} to {}: expected node_0.txt to node_{}.txt",
                                 files.size(), files.front(), files.back(), files.size() - 1)});
      return;
    }
}

// What the summarizer counts as time and not as power.
void find_tail(const std::string& name, const NodeLog& log, std::size_t uncounted, Findings& out) {
  if (uncounted > 0)
    out.push_back({FindingCode::kTailLost,
                   fmt::format("{}: {} readings stand before the start or behind the stop and do "
                               "not count",
                               name, uncounted)});
  if (!log.stop_ms || log.readings.size() == 0) return;
  const auto last = *std::max_element(log.readings.ms.begin(), log.readings.ms.end());
  const double tail = 1e-3 * static_cast<double>(*log.stop_ms - last);
  if (tail > kLeastTail)
    out.push_back(
        {FindingCode::kTailLost,
         fmt::format("{}: the last {:.2f} s before the stop line have no reading", name, tail)});
}

void find_stale_readings(const std::string& name, const NodeLog& log, const TimedWindow& window,
                         Findings& out) {
  if (log.readings.size() == 0) return;
  const auto [first, last] = std::minmax_element(log.readings.ms.begin(), log.readings.ms.end());
  if (*last >= window.begin_ms - kStale && *first <= window.end_ms + kStale) return;
  out.push_back({FindingCode::kStalePart, name + ": its readings are not of this run's time"});
}

class TrainingAuditor {
 public:
  explicit TrainingAuditor(AuditedRun& run) : run_(run) {}

  void take_nodes(const std::string& folder, const std::vector<std::string>& files) {
    for (const std::string& name : files)
      if (auto log = read_node_log((fs::path(folder) / name).string()))
        logs_.push_back({name, std::move(*log)});
      else
        run_.findings.push_back({FindingCode::kUnreadable, log.error().message});
    for (const auto& [name, log] : logs_) take_node(name, log);
    std::vector<NamedSeries> series;
    for (const auto& [name, log] : logs_) series.push_back({name, &log.readings});
    find_duplicates(series, run_.findings);
    find_conversion();
  }

  void take_switches(const std::string& folder, const std::vector<std::string>& files) {
    for (const std::string& name : files) {
      const auto log = read_node_log((fs::path(folder) / name).string());
      if (!log) {
        run_.findings.push_back({FindingCode::kUnreadable, log.error().message});
        continue;
      }
      take_switch(name, *log);
    }
  }

  void finish() {
    double sum = 0.0, estimated = 0.0;
    for (const AuditedPart& part : run_.parts) {
      if (!part.joules) return;
      sum += *part.joules;
      if (part.estimated) estimated += *part.joules;
    }
    if (run_.parts.empty() || !(sum > 0.0)) return;
    run_.published_joules = sum;
    run_.estimated_share = estimated / sum;
    if (estimated > 0.0)
      run_.findings.push_back({FindingCode::kEstimatedPart,
                               fmt::format("{:.1f} % of the energy was measured by no meter",
                                           100.0 * run_.estimated_share)});
  }

 private:
  [[nodiscard]] bool timed() const { return run_.window.end_ms > run_.window.begin_ms; }
  [[nodiscard]] double time_to_train() const {
    return static_cast<double>(run_.window.end_ms - run_.window.begin_ms);
  }

  void take_node(const std::string& name, const NodeLog& log) {
    AuditedPart part{name, {}, intervals_of(log.readings, run_.window), false};
    if (!log.in_order)
      run_.findings.push_back({FindingCode::kUnordered, name + ": its times go back"});
    if (timed()) {
      const auto energy = training_node_energy(log, time_to_train());
      if (energy) part.joules = energy->joules;
      find_tail(name, log, energy ? energy->uncounted : 0, run_.findings);
      find_sampling(name, log.readings, run_.window, run_.findings);
      find_coverage(name, log.readings, run_.window, run_.findings);
      find_stale_readings(name, log, run_.window, run_.findings);
      find_load_steps(name, log.readings, run_.window, run_.findings);
      if (!part.joules)
        run_.findings.push_back({FindingCode::kUnreadable,
                                 name + ": has no power_measurement_start and _stop in order"});
    }
    run_.parts.push_back(std::move(part));
  }

  void take_switch(const std::string& name, const NodeLog& log) {
    run_.parts.push_back({name, training_switch_joules(log, time_to_train()), {}, true});
    if (!log.switch_watts)
      run_.findings.push_back(
          {FindingCode::kUnreadable, name + ": has readings and no interconnect_power_est: the "
                                            "summarizer counts 0 J of it"});
    if (!log.switch_watts || !timed()) return;
    const double days = static_cast<double>(run_.window.begin_ms - log.switch_ms) / 86'400'000.0;
    if (log.switch_ms < run_.window.begin_ms - kStale ||
        log.switch_ms > run_.window.end_ms + kStale)
      run_.findings.push_back(
          {FindingCode::kStalePart,
           fmt::format("{}: its estimate of {:g} W is stamped {:.0f} days {} the run", name,
                       *log.switch_watts, std::fabs(days), days > 0 ? "before" : "after")});
  }

  void find_conversion() {
    std::size_t without = 0;
    for (const auto& [name, log] : logs_)
      if (!log.has_conversion && log.measurement_type.empty()) ++without;
    if (without > 0)
      run_.findings.push_back({FindingCode::kNotConverted,
                               fmt::format("{} of {} node files have no conversion_eff: nothing in "
                                           "them says AC or DC",
                                           without, logs_.size())});
  }

  AuditedRun& run_;
  std::vector<std::pair<std::string, NodeLog>> logs_;
};

double node_joules(const AuditedRun& run) {
  double sum = 0.0;
  for (const AuditedPart& part : run.parts)
    if (!part.estimated) sum += part.joules.value_or(0.0);
  return sum;
}

std::size_t node_count(const AuditedRun& run) {
  return static_cast<std::size_t>(std::count_if(
      run.parts.begin(), run.parts.end(), [](const AuditedPart& part) { return !part.estimated; }));
}

bool are_of_one_run(const AuditedRun& a, const AuditedRun& b) {
  return a.kind == RunKind::kTraining && b.kind == RunKind::kTraining && a.window.begin_ms > 0 &&
         a.window.begin_ms == b.window.begin_ms && a.window.end_ms == b.window.end_ms &&
         node_count(a) == node_count(b);
}

}  // namespace

std::string_view to_string(RunKind kind) {
  return kind == RunKind::kTraining ? "training" : "inference";
}

AuditedRun audit_training(const std::string& name, const std::string& result,
                          const std::string& folder) {
  AuditedRun out;
  out.kind = RunKind::kTraining;
  out.name = name;
  if (const auto run = read_training_run(result)) {
    out.benchmark = run->benchmark;
    out.window = {run->start_ms, run->stop_ms};
    if (!run->status.empty() && run->status != "success")
      out.findings.push_back(
          {FindingCode::kUnreadable, result + ": run_stop has the status " + run->status});
  } else {
    out.findings.push_back({FindingCode::kUnreadable, run.error().message});
  }
  TrainingAuditor auditor(out);
  const auto nodes = files_of(folder, "node_");
  find_numbering(nodes, out.findings);
  auditor.take_nodes(folder, nodes);
  auditor.take_switches(folder, files_of(folder, "sw_"));
  auditor.finish();
  return out;
}

void find_supply_ratios(std::vector<AuditedRun>& runs) {
  for (std::size_t a = 0; a < runs.size(); ++a)
    for (std::size_t b = a + 1; b < runs.size(); ++b) {
      if (!are_of_one_run(runs[a], runs[b])) continue;
      const double x = node_joules(runs[a]), y = node_joules(runs[b]);
      if (!(x > 0.0) || !(y > 0.0)) continue;
      const double ratio = std::min(x, y) / std::max(x, y);
      if (ratio >= kLeastRatio && ratio <= kMostRatio) continue;
      for (const std::size_t one : {a, b})
        runs[one].findings.push_back(
            {FindingCode::kAcDcRatio,
             fmt::format(
                 "{} and {} are of one run, and their nodes' energies have the ratio {:.3f}: "
                 "power supplies have 0.85 to 0.97",
                 runs[a].name, runs[b].name, ratio)});
    }
}

}  // namespace joulemark::mlperf
