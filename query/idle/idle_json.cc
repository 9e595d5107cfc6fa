#include <cmath>
#include <nlohmann/json.hpp>

#include "core/time_text.h"
#include "measurement/defaults.h"
#include "query/idle/idle_file.h"
#include "query/version.h"

namespace joulemark {
namespace {

using IdleJson = nlohmann::ordered_json;

IdleJson watts_or_null(std::optional<double> value) {
  return value && std::isfinite(*value) ? IdleJson(*value) : IdleJson();
}
IdleJson words_or_null(const std::string& text) {
  return text.empty() ? IdleJson() : IdleJson(text);
}

IdleJson idle_series_json(const IdleSeries& series) {
  return {{"source", series.identity.source},
          {"sensor", series.identity.sensor},
          {"scope", series.identity.scope},
          {"model", words_or_null(series.model)},
          {"serial", words_or_null(series.serial)},
          {"watts", series.watts},
          {"standard_uncertainty_watts", series.u},
          {"lowest_watts", watts_or_null(series.lowest)},
          {"highest_watts", watts_or_null(series.highest)}};
}

// A node without a baseline shows no power that could be taken for one.
IdleJson idle_node_json(const IdleNode& node) {
  const bool ok = node.why.empty();
  const auto if_ok = [&](std::optional<double> value) {
    return ok ? watts_or_null(value) : IdleJson();
  };
  IdleJson out{{"node", node.node},
               {"status", ok ? "ok" : "refused"},
               {"why", words_or_null(node.why)},
               {"watts", if_ok(node.watts)},
               {"standard_uncertainty_watts", if_ok(node.u)},
               {"lowest_watts", if_ok(node.lowest)},
               {"highest_watts", if_ok(node.highest)},
               {"basis", words_or_null(node.basis)},
               {"reasons", node.codes},
               {"series", IdleJson::array()}};
  if (!ok) return out;
  for (const IdleSeries& series : node.series) out["series"].push_back(idle_series_json(series));
  return out;
}

IdleJson idle_window_json(const IdleFile& file) {
  IdleJson out = IdleJson::parse(window_to_json(file.window));
  if (file.window.begin) out["start"] = format_time(file.window.begin->realtime, 9);
  if (file.window.end) out["stop"] = format_time(file.window.end->realtime, 9);
  out["duration_s"] = file.duration;
  return out;
}

}  // namespace

std::string idle_to_json(const IdleFile& file) {
  IdleJson out{{"schema", kIdleSchema},
               {"tool",
                {{"version", program_version()},
                 {"revision", program_revision()},
                 {"method", kMethodVersion},
                 {"table", kTableVersion}}},
               {"window", idle_window_json(file)},
               {"server", words_or_null(file.server)},
               {"power_state", words_or_null(file.power_state)},
               {"nodes", IdleJson::array()},
               {"notes", file.notes}};
  for (const IdleNode& node : file.nodes) out["nodes"].push_back(idle_node_json(node));
  return out.dump(2, ' ', false, IdleJson::error_handler_t::replace) + "\n";
}

}  // namespace joulemark
