#include "query/report_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/time_text.h"
#include "measurement/defaults.h"
#include "measurement/uncertainty.h"
#include "query/counted_parts.h"
#include "query/digest.h"
#include "query/plan/plan_json.h"
#include "query/version.h"

namespace joulemark {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }
Json number(std::optional<double> value) { return value ? number(*value) : Json(); }
Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json codes(const Codes& codes) {
  Json out = Json::array();
  for (const Code code : codes) out.push_back(to_string(code));
  return out;
}

Json components(const Budget& budget) {
  Json out = Json::array();
  for (const UncertaintyComponent& component : budget) {
    out.push_back({{"name", component.name},
                   {"standard_uncertainty_joules", number(component.u)},
                   {"dof", number(component.dof)},
                   {"dof_infinite", std::isinf(component.dof)},
                   {"group", text_or_null(component.group)}});
    // METHOD U-1a: whoever adds series has to know which of their outages meet.
    if (component.outage)
      out.back()["outage_s"] = {number(component.outage->begin), number(component.outage->end)};
  }
  return out;
}

Json series_json(const SeriesReport& series) {
  const SeriesEnergy& e = series.energy;
  const bool ok = !e.refused;
  const auto if_ok = [&](double value) { return ok ? number(value) : Json(); };
  Json out{{"source", series.source},
           {"sensor", series.sensor},
           {"scope", series.scope},
           {"component", to_string(series.component)},
           {"exporter", series.exporter},
           {"model", text_or_null(series.model)},
           {"serial", text_or_null(series.serial)},
           {"role", to_string(series.role)},
           {"method", to_string(series.method)},
           {"status", ok ? "ok" : "refused"},
           {"energy_joules", if_ok(e.energy)},
           {"expanded_uncertainty_joules", if_ok(e.headline_U)},
           {"expanded_uncertainty_without_aliasing_joules", if_ok(e.combined.U)},
           {"alias_bound_joules", if_ok(e.alias_bound)},
           {"filled_joules", if_ok(e.filled)},
           {"missed_joules", if_ok(e.missed)},
           {"components", ok ? components(e.budget) : Json::array()},
           {"samples", e.samples},
           {"gap_fraction", if_ok(e.gap_fraction)},
           {"max_interval_s", if_ok(e.longest_interval)},
           {"scrape_interval_s", number(series.scrape_interval)},
           {"class", ok ? Json(to_string(series.cls)) : Json()},
           {"accuracy_in_uncertainty", series.accuracy_stated},
           {"flags", codes(series.codes)}};
  if (!series.settled.empty()) out["settled"] = codes(series.settled);
  return out;
}

Json other_covers(const NodeReport& node) {
  Json out = Json::array();
  for (const OtherCover& cover : node.other_covers)
    out.push_back({{"basis", to_string(cover.basis)},
                   {"supply", to_string(cover.supply)},
                   {"energy_joules", number(cover.energy)},
                   {"expanded_uncertainty_joules", number(cover.U)},
                   {"ratio_to_counted", number(cover.ratio)}});
  return out;
}

// A covered member's energy is known where a scope holds it alone (METHOD S-1c).
const NodeReport* figure_of_member(const NodeReport& node, const Report& report) {
  if (node.counted()) return &node;
  if (node.status != NodeReport::Status::kCovered) return nullptr;
  for (const NodeReport& scope : report.nodes)
    if (scope.node == node.member_of && scope.counted() && scope.feeds.size() == 1) return &scope;
  return nullptr;
}

Json unit_json(const NodeReport& node, const Report& report) {
  const NodeReport* figure = figure_of_member(node, report);
  const auto if_ok = [&](auto value) { return figure != nullptr ? Json(value(*figure)) : Json(); };
  Json out{{"node", node.node},
           {"member_of", text_or_null(node.member_of)},
           {"role", text_or_null(node.role)},
           {"status", to_string(node.status)},
           {"why", text_or_null(node.why)},
           {"energy_joules", if_ok([](const auto& n) { return number(n.figure.energy); })},
           {"expanded_uncertainty_joules",
            if_ok([](const auto& n) { return number(n.figure.headline_U); })},
           {"expanded_uncertainty_without_plan_joules",
            if_ok([](const auto& n) { return number(n.U_without_plan); })},
           {"coverage_factor", if_ok([](const auto& n) { return number(n.figure.combined.k); })},
           {"class", if_ok([](const auto& n) { return to_string(n.cls); })},
           {"reasons", codes(node.reasons)},
           {"basis", if_ok([](const auto& n) { return to_string(n.basis); })},
           {"complete", if_ok([](const auto& n) { return n.complete; })},
           {"boundary", if_ok([](const auto& n) { return to_string(n.boundary); })},
           {"supply", if_ok([](const auto& n) { return to_string(n.supply); })},
           {"steps", node.steps},
           {"cooling", text_or_null(node.cooling)},
           {"other_covers", node.counted() ? other_covers(node) : Json::array()},
           {"series", Json::array()}};
  for (const SeriesReport& series : node.series) out["series"].push_back(series_json(series));
  return out;
}

Json scope_json(const NodeReport& scope, const Report& report) {
  Json out = unit_json(scope, report);
  out["feeds"] = scope.feeds;
  out["equipment"] = scope.equipment;
  if (scope.share)
    out["share"] = {{"members", scope.share->members},
                    {"energy_joules", number(scope.share->energy)},
                    {"expanded_uncertainty_joules", number(scope.share->U)},
                    {"class", to_string(Class::kReferenceOnly)}};
  return out;
}

std::string_view to_string(Total::Status status) {
  switch (status) {
    case Total::Status::kComplete:
      return "complete";
    case Total::Status::kIncomplete:
      return "incomplete";
    case Total::Status::kRefused:
      return "refused";
  }
  return {};
}

Json other_units_json(const TotalReport& total) {
  Json out = Json::array();
  for (const OtherUnits& o : total.other_units)
    out.push_back({{"scope", o.scope},
                   {"what", o.what},
                   {"members", o.members},
                   {"supply", to_string(o.supply)},
                   {"energy_joules", number(o.energy)},
                   {"expanded_uncertainty_joules", number(o.U)},
                   {"ratio", number(o.ratio)}});
  return out;
}

Json residuals_json(const TotalReport& total) {
  Json out = Json::array();
  for (const Residual& r : total.residuals)
    out.push_back({{"node", r.node},
                   {"what", r.what},
                   {"energy_joules", number(r.energy)},
                   {"expanded_uncertainty_joules", number(r.U)},
                   {"fraction", number(r.fraction)},
                   {"expected", r.expected ? Json{r.expected->first, r.expected->second} : Json()},
                   {"mismatch", r.mismatch}});
  return out;
}

Json total_json(const TotalReport& total) {
  const Total& figure = total.figure;
  const bool ok = figure.status == Total::Status::kComplete;
  const bool partial = figure.status == Total::Status::kIncomplete;
  const auto if_ok = [&](double value) { return ok ? number(value) : Json(); };
  const auto if_partial = [&](double value) { return partial ? number(value) : Json(); };
  return {{"status", to_string(figure.status)},
          {"why", text_or_null(total.why)},
          {"energy_joules", if_ok(figure.energy)},
          {"partial_energy_joules", if_partial(figure.energy)},
          {"partial_expanded_uncertainty_joules", if_partial(figure.headline_U)},
          {"standard_uncertainty_joules", if_ok(figure.combined.u_c)},
          {"dof", if_ok(figure.combined.dof)},
          {"dof_infinite", ok && std::isinf(figure.combined.dof)},
          {"coverage_factor", if_ok(figure.combined.k)},
          {"expanded_uncertainty_joules", if_ok(figure.headline_U)},
          {"relative", if_ok(figure.headline_U / figure.energy)},
          {"expanded_uncertainty_without_plan_joules", if_ok(total.U_without_plan)},
          {"expanded_uncertainty_without_aliasing_joules", if_ok(figure.combined.U)},
          {"components", ok ? components(grouped(figure.budget)) : Json::array()},
          {"residuals", residuals_json(total)},
          {"other_covers", other_units_json(total)},
          {"alias_bound_joules", if_ok(figure.alias_bound)},
          {"supply", to_string(total.supply)},
          {"class", ok ? Json(to_string(total.cls)) : Json()},
          {"may_go_to", total.may_go_to},
          {"not_to", total.not_to},
          {"limited_by", total.limited_by},
          {"reasons", codes(total.reasons)}};
}

Json window_json(const Report& report) {
  Json out = Json::parse(window_to_json(report.window));
  out["start"] = format_time(report.times.start, 9);
  out["stop"] = format_time(report.times.end, 9);
  out["duration_s"] = report.times.duration();
  return out;
}

Json evidence_json(const Evidence& e) {
  return {{"node_list", e.list},
          {"nodes_asked", e.asked},
          {"nodes_measured", e.measured},
          {"nodes_missing", e.missing},
          {"unlisted_examined", e.others_seen},
          {"unlisted_active", e.unlisted_active},
          {"window_clock_bound_s", number(e.window_clock)},
          {"worst_clock_bound_s", number(e.worst_clock)},
          {"clocks_unmeasured", e.clocks_unmeasured},
          {"clock_bound_s", number(e.clock_bound)},
          {"coverage", number(e.coverage)},
          {"longest_interval_s", number(e.longest_interval)},
          {"series_with_resets", e.resets},
          {"series_frozen", e.frozen},
          {"duplicate_series", e.duplicates}};
}

Json counted_json(const Report& report) {
  Json out = Json::array();
  for (const CountedPart& part : report.counted)
    out.push_back({{"what", part.what},
                   {"energy_joules", number(part.energy)},
                   {"how_known", part.how_known},
                   {"estimated", part.estimated}});
  return out;
}

Json clocks_json(const Report& report) {
  Json out = Json::array();
  for (const ClockEvidence& clock : report.clocks)
    out.push_back({{"host", clock.host}, {"bound_s", number(clock.bound())}});
  return out;
}

Json compat_json(const Report& report) {
  const Total& figure = report.total.figure;
  const bool ok = figure.status == Total::Status::kComplete;
  // The Training formula needs gauges (METHOD Y-4); the exporter's series are energies.
  return {{"mlperf_inference_mean_watts",
           ok ? number(figure.energy / report.times.duration()) : Json()},
          {"mlperf_training_joules", nullptr}};
}

Json body(const Report& report) {
  Json out{{"name", text_or_null(report.name)},
           {"runs", {{"recorded", 1}, {"olympic_mean_joules", nullptr}}},
           {"tool",
            {{"version", program_version()},
             {"revision", program_revision()},
             {"method", kMethodVersion},
             {"table", kTableVersion}}},
           {"window", window_json(report)},
           {"server",
            {{"product", report.server.product},
             {"version", text_or_null(report.server.version)},
             {"url_redacted", report.server.url},
             {"scrape_interval_s",
              report.evidence.series == 0 ? Json() : number(report.evidence.longest_scrape)}}},
           {"nodes", Json::array()},
           {"scopes", Json::array()}};
  for (const NodeReport& unit : report.nodes)
    if (unit.is_scope())
      out["scopes"].push_back(scope_json(unit, report));
    else
      out["nodes"].push_back(unit_json(unit, report));
  out["total"] = total_json(report.total);
  out["counted"] = counted_json(report);
  out["not_counted"] = report.not_counted;
  out["shared"] = shared_json(report.shared);
  out["attribution"] = attribution_json(report);
  out["ratios"] = ratios_json(report.ratios);
  out["clock"] = clocks_json(report);
  out["evidence"] = evidence_json(report.evidence);
  out["declared"] = declared_json(report.declared);
  out["compat"] = compat_json(report);
  out["advice"] = report.advice;
  return out;
}

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string report_id(const Report& report) { return sha256_hex(dump(body(report))); }

std::string report_to_json(const Report& report) {
  Json out{{"schema", "joulemark.report/1"}, {"report_id", report.id}};
  const Json rest = body(report);
  out.update(rest);
  return dump(out);
}

}  // namespace joulemark
