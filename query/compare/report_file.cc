#include "query/compare/report_file.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "measurement/numbers.h"
#include "query/crosscheck/fact_reader.h"
#include "query/json_object.h"
#include "query/text_file.h"

namespace joulemark {
namespace {

constexpr JsonKind kReportKind{kReportSchema, "joulemark energy --output json"};
constexpr std::string_view kMethodName = "joulemark-method/";

double report_amount(const FactReader& facts, const char* key) {
  const double value = facts.number(key);
  if (!is_amount(value)) facts.complain(key, "must not be negative");
  return value;
}

// Of an uncertainty: null stands for infinity (FORMATS), and one that is absent is no better.
double uncertainty_of(const FactReader& facts, const char* key) {
  return facts.has(key) ? report_amount(facts, key) : kInfinity;
}

// Null and absent are both "not there".
std::string text_or_none(const FactReader& facts, const char* key) {
  return facts.has(key) ? facts.text(key) : std::string();
}
Words words_or_none(const FactReader& facts, const char* key) {
  return facts.has(key) ? facts.texts(key) : Words{};
}
std::optional<Class> class_or_none(const FactReader& facts) {
  Class cls = Class::kReferenceOnly;
  if (!facts.has("class")) return std::nullopt;
  facts.word("class", cls, parse_class);
  return cls;
}
template <class T, class Parse>
T word_or(const FactReader& facts, const char* key, T unknown, Parse parse) {
  if (facts.has(key)) facts.word(key, unknown, parse);
  return unknown;
}

UncertaintyComponent component_of(const FactReader& facts) {
  UncertaintyComponent out;
  out.name = facts.text("name");
  out.u = uncertainty_of(facts, "standard_uncertainty_joules");
  const bool infinite = facts.has("dof_infinite") && facts.truth("dof_infinite");
  out.dof = infinite ? kInfinity : report_amount(facts, "dof");
  out.group = text_or_none(facts, "group");
  if (!facts.has("outage_s")) return out;
  const auto [begin, end] = facts.range("outage_s");
  out.outage = Interval{begin, end};
  return out;
}

Budget components_of(const FactReader& facts) {
  Budget out;
  for (const FactReader& one : facts.list("components")) out.push_back(component_of(one));
  return out;
}

ReportedSeries reported_series(const FactReader& facts) {
  ReportedSeries out;
  out.source = facts.text("source");
  out.sensor = facts.text("sensor");
  out.scope = facts.text("scope");
  out.model = text_or_none(facts, "model");
  out.serial = text_or_none(facts, "serial");
  out.role = facts.text("role");
  out.status = facts.text("status");
  out.flags = words_or_none(facts, "flags");
  out.cls = class_or_none(facts);
  if (out.status != "ok") return out;
  out.energy = report_amount(facts, "energy_joules");
  out.alias_bound = uncertainty_of(facts, "alias_bound_joules");
  out.components = components_of(facts);
  return out;
}

ReportedNode reported_node(const FactReader& facts) {
  ReportedNode out;
  out.node = facts.text("node");
  out.status = facts.text("status");
  out.why = text_or_none(facts, "why");
  out.reasons = words_or_none(facts, "reasons");
  out.cooling = text_or_none(facts, "cooling");
  out.cls = class_or_none(facts);
  out.basis = text_or_none(facts, "basis");
  out.complete = facts.has("complete") && facts.truth("complete");
  out.boundary = word_or(facts, "boundary", Boundary::kUnknown, parse_boundary);
  out.supply = word_or(facts, "supply", Supply::kUnknown, parse_supply);
  for (const FactReader& one : facts.list("series")) out.series.push_back(reported_series(one));
  if (!out.counted()) return out;
  out.energy = report_amount(facts, "energy_joules");
  out.U = uncertainty_of(facts, "expanded_uncertainty_joules");
  return out;
}

ReportedTotal reported_total(const FactReader& facts) {
  ReportedTotal out;
  out.status = facts.text("status");
  if (out.status != "complete" && out.status != "incomplete" && out.status != "refused")
    facts.complain("status", "must be complete, incomplete or refused");
  out.why = text_or_none(facts, "why");
  out.reasons = words_or_none(facts, "reasons");
  out.limited_by = words_or_none(facts, "limited_by");
  out.may_go_to = words_or_none(facts, "may_go_to");
  out.not_to = words_or_none(facts, "not_to");
  out.cls = class_or_none(facts);
  out.supply = word_or(facts, "supply", Supply::kUnknown, parse_supply);
  if (!out.complete()) return out;
  if (!out.cls) facts.complain("class", "is missing");
  out.energy = report_amount(facts, "energy_joules");
  out.u = uncertainty_of(facts, "standard_uncertainty_joules");
  out.U = uncertainty_of(facts, "expanded_uncertainty_joules");
  out.U_without_aliasing = uncertainty_of(facts, "expanded_uncertainty_without_aliasing_joules");
  out.alias_bound = uncertainty_of(facts, "alias_bound_joules");
  out.components = components_of(facts);
  return out;
}

// what the work adds to U, where the report does not say it outright.
double uncertainty_of_work(const ReportedRatio& ratio, const ReportedTotal& total) {
  const double whole = ratio.U / ratio.value, energy = total.U / total.energy;
  const double square = whole * whole - energy * energy;
  constexpr double kRounding = 1e-12;  // of squares that are equal
  return square > kRounding * whole * whole ? 0.5 * std::sqrt(square) * ratio.work : 0.0;
}

ReportedRatio reported_ratio(const FactReader& facts, const ReportedTotal& total) {
  ReportedRatio out;
  out.unit = unit_of_work(facts.text("unit"));
  if (!total.complete()) return out;
  out.value = facts.number("value");
  out.U = uncertainty_of(facts, "expanded_uncertainty");
  if (!is_positive(out.value)) facts.complain("value", "must be above zero");
  out.work = facts.has("work") ? report_amount(facts, "work") : total.energy / out.value;
  out.u_work = uncertainty_of_work(out, total);
  return out;
}

int major_version(const FactReader& facts, const std::string& method) {
  int out = 0;
  if (method.starts_with(kMethodName))
    std::from_chars(method.data() + kMethodName.size(), method.data() + method.size(), out);
  if (out < 1) facts.complain("tool.method", "must name a version of joulemark-method");
  return out;
}

void read_window_facts(const FactReader& facts, ReportFile& out) {
  out.start = text_or_none(facts, "start");
  out.stop = text_or_none(facts, "stop");
  out.origin = text_or_none(facts, "given");
  if (out.origin.empty()) out.origin = text_or_none(facts, "origin");
  out.duration = facts.number("duration_s");
  if (!is_positive(out.duration)) facts.complain("duration_s", "must be above zero");
}

void read_scopes(const FactReader& facts, ReportFile& out) {
  if (!facts.has("scopes")) return;
  for (const FactReader& one : facts.list("scopes")) {
    out.nodes.push_back(reported_node(one));
    out.nodes.back().is_scope = true;
  }
}

ReportFile report_of_facts(const FactReader& facts) {
  ReportFile out;
  out.id = facts.text("report_id");
  out.name = text_or_none(facts, "name");
  out.method = facts.map("tool").text("method");
  out.method_major = major_version(facts, out.method);
  read_window_facts(facts.map("window"), out);
  if (const FactReader server = facts.map("server"); server.has("scrape_interval_s"))
    out.scrape_interval = report_amount(server, "scrape_interval_s");
  out.total = reported_total(facts.map("total"));
  for (const FactReader& one : facts.list("nodes")) out.nodes.push_back(reported_node(one));
  read_scopes(facts, out);
  if (facts.has("ratios"))
    for (const FactReader& one : facts.list("ratios"))
      out.ratios.push_back(reported_ratio(one, out.total));
  out.advice = words_or_none(facts, "advice");
  return out;
}

}  // namespace

std::string unit_of_work(std::string_view text) {
  for (const std::string_view before : {std::string_view("J per "), std::string_view("J/")})
    if (text.starts_with(before)) text.remove_prefix(before.size());
  std::string out(text);
  for (char& c : out)
    if (c == '_') c = ' ';
  if (out.ends_with("batches")) return out.substr(0, out.size() - 2);
  if (out.size() > 1 && out.ends_with('s')) out.pop_back();
  return out;
}

Result<ReportFile> report_from_json(std::string_view text, const std::string& name) {
  const auto json = json_object(text, name, kReportKind);
  if (!json) return tl::unexpected<Error>(json.error());
  std::optional<Error> error;
  ReportFile out = report_of_facts(FactReader(*json, name + ": report", error));
  if (error) return tl::unexpected<Error>(*error);
  out.file = name;
  return out;
}

Result<ReportFile> read_report_file(const std::string& path) {
  return read_text_file(path, kLargestReport).and_then([&](const std::string& text) {
    return report_from_json(text, path);
  });
}

}  // namespace joulemark
