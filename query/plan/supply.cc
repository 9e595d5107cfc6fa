// psu_efficiency (METHOD S-2).
#include <fmt/format.h>

#include "query/plan/plan_readers.h"

namespace joulemark {
namespace {

Result<EfficiencyPoint> point_in(const Settings& item) {
  EfficiencyPoint out;
  Fields fields(item);
  fields.require("load").number("load", out.load).require("eta");
  fields.check(out.load > 0.0 && out.load <= 1.2, "load",
               "expected the load of one PSU as a fraction of its rating, such as 0.5");
  if (auto done = fields.finish(); !done) return tl::unexpected<Error>(done.error());
  const Settings& eta = *item.find("eta");
  const auto range = range_in(eta);
  if (!range) return tl::unexpected<Error>(range.error());
  if (range->first <= 0.0 || range->second > 1.0)
    return eta.error("expected limits of an efficiency above 0 and up to 1, such as [0.94, 0.96]");
  out.low = range->first;
  out.high = range->second;
  return out;
}

Result<void> read_points(const Settings& points, PsuCurve& curve) {
  auto done = each_item(&points, [&](const Settings& item) -> Result<void> {
    const auto point = point_in(item);
    if (!point) return tl::unexpected<Error>(point.error());
    for (const EfficiencyPoint& other : curve.points)
      if (other.load == point->load)
        return item.error(fmt::format("a second point at load {:g}", point->load));
    curve.points.push_back(*point);
    return {};
  });
  if (!done) return done;
  if (curve.points.empty()) return points.error("needs at least one certified point");
  return {};
}

Result<void> read_psu(const std::string& model, const Settings& value, Plan& plan,
                      const PlanNames& names) {
  PlanPsu out;
  std::int64_t psus = 0;
  Fields fields(value);
  fields.require("rated_watts").number("rated_watts", out.curve.rated_watts);
  fields.require("line_volts").number("line_volts", out.line_volts);
  fields.require("psus_per_node").integer("psus_per_node", psus).require("points");
  fields.child("nodes");
  fields.check(out.curve.rated_watts > 0.0, "rated_watts", "expected watts above 0");
  fields.check(out.line_volts >= 90.0 && out.line_volts <= 500.0, "line_volts",
               "expected the voltage in use, 90 to 500: an efficiency holds at one voltage");
  fields.check(psus >= 1 && psus <= 1000, "psus_per_node", "expected 1 to 1000");
  if (auto done = fields.finish(); !done) return done;
  out.curve.psu_model = model;
  out.psus_per_node = static_cast<int>(psus);
  if (auto done = read_points(*value.find("points"), out.curve); !done) return done;
  if (const Settings* nodes = value.find("nodes"); is_stated(nodes)) {
    if (auto done = read_stated(nodes, out.nodes, node_names_in); !done) return done;
    if (auto good = check_members(out.nodes, names, *nodes); !good) return good;
  }
  plan.psus.push_back(std::move(out));
  return {};
}

// Which of two models feeds a node must be written.
Result<void> each_node_has_one(const Settings& psus, const Plan& plan) {
  NamedOnce once;
  for (const PlanPsu& psu : plan.psus) {
    const Settings& at = *psus.find(psu.curve.psu_model);
    if (psu.nodes.empty() && plan.psus.size() > 1)
      return at.error("several models are listed: each needs `nodes`");
    for (const std::string& node : psu.nodes)
      if (auto done = once.claim("node " + node, "supplied by " + psu.curve.psu_model, at); !done)
        return done;
  }
  return {};
}

}  // namespace

Result<void> read_psus(const Settings& root, Plan& plan, PlanNames& names) {
  const Settings* psus = root.find("psu_efficiency");
  auto done = each_entry(psus, [&](const std::string& model, const Settings& value) {
    return read_psu(model, value, plan, names);
  });
  if (!done || plan.psus.empty()) return done;
  return each_node_has_one(*psus, plan);
}

}  // namespace joulemark
