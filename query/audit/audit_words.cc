#include <fmt/format.h>

#include "core/time_text.h"
#include "query/audit/audit_writers.h"
#include "query/figures.h"

namespace joulemark {

std::string published_words(const mlperf::AuditedRun& run) {
  if (!run.published_joules) return "no figure";
  const EnergyUnit unit = energy_unit(*run.published_joules);
  std::string out = fmt::format("{:.6g} {}", *run.published_joules / unit.joules, unit.name);
  if (run.published_watts) out += fmt::format(", mean {:.6g} W", *run.published_watts);
  if (run.published_mj_per_query)
    out += fmt::format(", {:.6g} mJ per query", *run.published_mj_per_query);
  return out;
}

std::string window_words(const mlperf::AuditedRun& run) {
  if (run.window.end_ms <= run.window.begin_ms) return "window not known";
  const UtcTime begin{std::chrono::milliseconds(run.window.begin_ms)};
  return fmt::format("{:.3f} s from {}", run.window.seconds(), format_time(begin));
}

}  // namespace joulemark
