#include "query/idle/idle_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "measurement/idle_baseline.h"
#include "measurement/numbers.h"
#include "query/crosscheck/fact_reader.h"
#include "query/figures.h"
#include "query/json_object.h"

namespace joulemark {
namespace {

constexpr JsonKind kIdleKind{kIdleSchema, "joulemark idle"};
constexpr std::size_t kNamedSensors = 3;

double idle_amount(const FactReader& facts, const char* key) {
  const double value = facts.number(key);
  if (!is_amount(value)) facts.complain(key, "must not be negative");
  return value;
}

std::optional<double> idle_amount_or_none(const FactReader& facts, const char* key) {
  return facts.has(key) ? std::optional(idle_amount(facts, key)) : std::nullopt;
}

std::string idle_text_or_none(const FactReader& facts, const char* key) {
  return facts.has(key) ? facts.text(key) : std::string();
}

IdleSeries idle_series_of(const FactReader& facts) {
  IdleSeries out;
  out.identity = {facts.text("source"), facts.text("sensor"), facts.text("scope")};
  out.model = idle_text_or_none(facts, "model");
  out.serial = idle_text_or_none(facts, "serial");
  out.watts = idle_amount(facts, "watts");
  out.u = idle_amount(facts, "standard_uncertainty_watts");
  out.lowest = idle_amount_or_none(facts, "lowest_watts");
  out.highest = idle_amount_or_none(facts, "highest_watts");
  return out;
}

IdleNode idle_node_of(const FactReader& facts) {
  IdleNode out;
  out.node = facts.text("node");
  out.basis = idle_text_or_none(facts, "basis");
  out.codes = facts.texts("reasons");
  if (facts.text("status") != "ok") {
    out.why = idle_text_or_none(facts, "why");
    if (out.why.empty()) out.why = "the file gives no baseline of it, and no reason";
    return out;
  }
  out.watts = idle_amount(facts, "watts");
  out.u = idle_amount(facts, "standard_uncertainty_watts");
  out.lowest = idle_amount_or_none(facts, "lowest_watts");
  out.highest = idle_amount_or_none(facts, "highest_watts");
  for (const FactReader& series : facts.list("series"))
    out.series.push_back(idle_series_of(series));
  if (out.series.empty()) facts.complain("series", "must name what was measured");
  return out;
}

void check_window(const FactReader& facts, const IdleFile& file) {
  if (file.duration < kShortestBaseline)
    facts.complain("window.duration_s", "must be at least 300 s (METHOD W-1)");
}

void check_nodes(const FactReader& facts, const IdleFile& file) {
  std::set<std::string> names;
  for (const IdleNode& node : file.nodes)
    if (!names.insert(node.node).second)
      facts.complain("nodes", "name " + node.node + " more than once");
}

void check_method(const FactReader& facts) {
  if (const std::string method = facts.map("tool").text("method"); !is_our_method(method))
    facts.complain("tool.method", "is " + method +
                                      ": a baseline holds only within one major "
                                      "version (METHOD V-1)");
}

std::string sensors_named(const std::vector<SensorIdentity>& sensors) {
  std::vector<std::string> names;
  names.reserve(sensors.size());
  for (const SensorIdentity& one : sensors)
    names.push_back(one.source + " " + one.sensor + " (" + one.scope + ")");
  return names.empty() ? "none" : name_list(names, kNamedSensors);
}

std::vector<SensorIdentity> in_order(std::vector<SensorIdentity> sensors) {
  std::sort(sensors.begin(), sensors.end());
  return sensors;
}

}  // namespace

Result<IdleFile> idle_from_json(std::string_view text, const std::string& name) {
  const auto json = json_object(text, name, kIdleKind);
  if (!json) return tl::unexpected<Error>(json.error());
  std::optional<Error> error;
  const FactReader facts(*json, name + ": idle", error);
  IdleFile out;
  check_method(facts);
  const FactReader window = facts.map("window");
  out.duration = window.number("duration_s");
  auto record = window_from_json(json->value("window", nlohmann::ordered_json::object()).dump(),
                                 name + ": window");
  if (!record) return tl::unexpected<Error>(record.error());
  out.window = std::move(*record);
  out.server = idle_text_or_none(facts, "server");
  out.power_state = idle_text_or_none(facts, "power_state");
  for (const FactReader& node : facts.list("nodes")) out.nodes.push_back(idle_node_of(node));
  out.notes = facts.texts("notes");
  check_window(facts, out);
  check_nodes(facts, out);
  if (error) return tl::unexpected<Error>(*error);
  return out;
}

Result<IdleNode> baseline_of(const IdleFile& file, const std::string& node,
                             std::vector<SensorIdentity> counted) {
  const auto found = std::find_if(file.nodes.begin(), file.nodes.end(),
                                  [&](const IdleNode& one) { return one.node == node; });
  if (found == file.nodes.end())
    return fail(ErrorCode::kNotPresent,
                node + " has no idle baseline: the idle file does not name it");
  if (!found->why.empty())
    return fail(ErrorCode::kNotPresent, node + " has no idle baseline: it " + found->why);
  std::vector<SensorIdentity> measured;
  for (const IdleSeries& series : found->series) measured.push_back(series.identity);
  counted = in_order(std::move(counted));
  if (in_order(measured) == counted) return *found;
  return fail(ErrorCode::kInvalid, node + ": its idle baseline was measured on " +
                                       sensors_named(measured) + ", its energy on " +
                                       sensors_named(counted) +
                                       ": measure the baseline again (METHOD W-1)");
}

}  // namespace joulemark
