// The files of a power session, honest about who wrote them; tables and nameplates.
#include <fmt/format.h>

#include <cctype>
#include <nlohmann/json.hpp>
#include <set>

#include "core/time_text.h"
#include "query/digest.h"
#include "query/figures.h"
#include "query/headline_words.h"
#include "query/mlperf_files/submission_texts.h"
#include "query/version.h"

namespace joulemark {
namespace {

using SessionFile = nlohmann::ordered_json;

std::string cell(std::string text) {
  for (char& c : text)
    if (c == '|' || c == '\n' || c == '\r') c = ' ';
  return text.empty() ? "not known" : text;
}

// Quoted so that no name can end the line or the text.
std::string yaml_text(const std::string& text) {
  return SessionFile(text).dump(-1, ' ', true, SessionFile::error_handler_t::replace);
}

}  // namespace

std::string session_name(const Report& report) {
  std::string out = format_time(report.times.start, 0).substr(0, 19);
  for (char& c : out)
    if (c == 'T') c = '_';
  for (char& c : out)
    if (c == ':') c = '-';
  return out + "_joulemark";
}

std::string no_ptdaemon() {
  return "No PTDaemon, power analyzer or power-dev software took part: the power is telemetry, "
         "read by joulemark.\n";
}

std::string honest_session(const Measured& measured, const SubmissionFiles& files) {
  const Report& report = measured.report;
  const auto edge = [&](UtcTime time) { return seconds(time.time_since_epoch()); };
  SessionFile out{
      {"version", "joulemark/1"},
      {"measurement", "software-telemetry"},
      {"tool", {{"version", program_version()}, {"revision", program_revision()}}},
      {"report_id", report.id},
      {"session_name", session_name(report)},
      {"timezone", 0},
      {"window", {{"begin", edge(report.times.start)}, {"end", edge(report.times.end)}}},
      {"results_sha256", SessionFile::object()}};
  for (const auto& [name, bytes] : files) out["results_sha256"][name] = sha256_hex(bytes);
  return out.dump(2, ' ', false, SessionFile::error_handler_t::replace) + "\n";
}

std::string analyzer_table(const Report& report) {
  std::string out =
      "| unit | source | model | sensor | scope | boundary | supply | method | read every | class "
      "|\n"
      "|---|---|---|---|---|---|---|---|---|---|\n";
  for (const NodeReport& unit : report.nodes) {
    if (!unit.counted()) continue;
    for (const SeriesReport& series : unit.series)
      if (series.role == MemberRole::kCounted)
        out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {:g} s | {} |\n",
                           cell(unit.node), cell(series.source), cell(series.model),
                           cell(series.sensor), cell(series.scope), to_string(unit.boundary),
                           supply_text(unit.supply),
                           series.method == SeriesKind::kCounter ? "energy counter" : "power",
                           series.scrape_interval, to_string(series.cls));
  }
  return out;
}

std::string power_settings(const Report& report) {
  return fmt::format(
      "# Power settings\n\nTo be filled in by the submitter: firmware and BIOS power profile, caps "
      "and clocks of CPUs and "
      "accelerators, fan policy, governor.\n\nMeasured at: {}. Members: {} of {}.\n",
      where_measured(report), report.evidence.measured, report.evidence.asked);
}

std::string system_name(const Measured& measured) {
  const Plan* plan = plan_of(measured.request);
  std::string out;
  for (const char c : plan == nullptr ? std::string() : plan->name)
    out += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' ? c : '_';
  return out.empty() ? "system" : out;
}

std::string nameplates(const Measured& measured) {
  const Plan* plan = plan_of(measured.request);
  if (plan == nullptr || plan->psus.empty()) return {};
  std::string out =
      "# Nameplates of the power supplies as the plan states them. `Min PSUs Needed` counts all of "
      "them: an upper\n"
      "# bound of the design power. Put in how many suffice where the system is redundant.\n" +
      yaml_text(plan->name.empty() ? "system" : plan->name) + ":\n";
  for (const std::string& node : plan->nodes())
    for (const PlanPsu& psu : plan->psus) {
      if (!psu.nodes.empty() &&
          std::find(psu.nodes.begin(), psu.nodes.end(), node) == psu.nodes.end())
        continue;
      out += fmt::format("- {}:\n  - Min PSUs Needed: {}\n    PSUs:\n", yaml_text(node),
                         psu.psus_per_node);
      for (int i = 1; i <= psu.psus_per_node; ++i)
        out += fmt::format("    - Name: {}\n      PowerCapacityWatts: {:g}\n",
                           yaml_text(fmt::format("{} {}", psu.curve.psu_model, i)),
                           psu.curve.rated_watts);
      break;
    }
  return out;
}

}  // namespace joulemark
