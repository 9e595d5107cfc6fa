// joulemark.preflight/1
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/time_text.h"
#include "query/budget_rows.h"
#include "query/counted_parts.h"
#include "query/outlook.h"

namespace joulemark {
namespace {

using Json = nlohmann::ordered_json;

Json finite_or_null(std::optional<double> value) {
  return value && std::isfinite(*value) ? Json(*value) : Json();
}

Json node_outlook_json(const NodeReport& node, const NodeOutlook& seen, double duration) {
  const bool ok = node.status == NodeReport::Status::kOk;
  const auto if_ok = [&](Json value) { return ok ? std::move(value) : Json(); };
  Json reasons = Json::array();
  for (const Code code : node.reasons) reasons.push_back(to_string(code));
  return {{"node", node.node},
          {"status", to_string(node.status)},
          {"why", node.why.empty() ? Json() : Json(node.why)},
          {"basis", if_ok(to_string(node.basis))},
          {"complete", if_ok(node.complete)},
          {"supply", if_ok(to_string(node.supply))},
          {"native_interval_s", finite_or_null(seen.native_interval)},
          {"scrape_interval_s", seen.scrape_interval > 0.0 ? Json(seen.scrape_interval) : Json()},
          {"clock_bound_s", finite_or_null(seen.clock_bound)},
          {"gaps_s", seen.gaps},
          {"watched_s", seen.watched},
          {"mean_power_watts", if_ok(node.figure.energy / duration)},
          {"uncertainty_ratio", if_ok(finite_or_null(node.figure.headline_U / node.figure.energy))},
          {"class", if_ok(to_string(node.cls))},
          {"reasons", reasons}};
}

Json prediction_json(const Outlook& outlook) {
  const TotalReport& total = outlook.report.total;
  const bool ok = total.figure.status == Total::Status::kComplete;
  const auto if_ok = [&](Json value) { return ok ? std::move(value) : Json(); };
  Json components = Json::array();
  const double whole = total.figure.combined.u_c * total.figure.combined.u_c;
  if (ok && whole > 0.0)
    for (const BudgetRow& row : budget_rows(total.figure.budget, SIZE_MAX))
      components.push_back({{"name", row.name}, {"part", row.square / whole}});
  return {{"status", ok ? "complete" : "refused"},
          {"why", total.why.empty() ? Json() : Json(total.why)},
          {"energy_joules", if_ok(finite_or_null(outlook.energy))},
          {"expanded_uncertainty_joules", if_ok(finite_or_null(outlook.U))},
          {"class", if_ok(to_string(total.cls))},
          {"supply", to_string(total.supply)},
          {"limited_by", total.limited_by},
          {"components", components}};
}

}  // namespace

std::string outlook_to_json(const Outlook& outlook) {
  const Report& report = outlook.report;
  Json out{
      {"schema", "joulemark.preflight/1"},
      {"server", report.server.url},
      {"planned_s", outlook.planned},
      {"looked_at",
       {{"start", format_time(report.times.start, 9)}, {"end", format_time(report.times.end, 9)}}},
      {"prediction", prediction_json(outlook)},
      {"nodes", Json::array()},
      {"red_lines", Json::array()}};
  for (std::size_t i = 0; i < report.nodes.size(); ++i)
    out["nodes"].push_back(
        node_outlook_json(report.nodes[i], outlook.nodes[i], report.times.duration()));
  for (const RedLine& line : outlook.red_lines)
    out["red_lines"].push_back({{"what", line.what},
                                {"nodes", line.nodes},
                                {"meaning", line.meaning},
                                {"remedy", line.remedy}});
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace joulemark
