// bounds and clock: limits that the calculation may use, with their source (METHOD S-4b, S-5).
#include <cmath>

#include "query/plan/plan_readers.h"

namespace joulemark {
namespace {

std::optional<BoundsSource> parse_stated_source(std::string_view word) {
  const auto source = parse_bounds_source(word);
  return source == BoundsSource::kObserved ? std::nullopt : source;
}

Result<std::optional<Bound>> bound_in(const Settings& value) {
  Bound out;
  double watts = 0.0;
  Fields fields(value);
  fields.require("watts").number("watts", watts).require("source");
  fields.word("source", out.source, parse_stated_source,
              "measured_idle, nameplate, device, declared");
  fields.check(std::isfinite(watts) && watts >= 0.0, "watts",
               "expected watts that are not negative");
  if (auto done = fields.finish(); !done) return tl::unexpected<Error>(done.error());
  out.watts = Watts(watts);
  return std::optional(out);
}

Result<void> check_bounds(const Settings& item, const PlanBounds& bounds) {
  const auto is = [](const std::optional<Bound>& bound, BoundsSource source) {
    return bound && bound->source == source;
  };
  if (!bounds.minimum && !bounds.maximum) return item.error("needs p_min, p_max or both");
  if (is(bounds.minimum, BoundsSource::kNameplate))
    return item.error("a nameplate says no p_min: measured_idle, device or declared do");
  if (is(bounds.maximum, BoundsSource::kMeasuredIdle))
    return item.error("a measured idle says no p_max: nameplate, device or declared do");
  if (bounds.minimum && bounds.maximum && bounds.minimum->watts > bounds.maximum->watts)
    return item.error("p_min is above p_max");
  return {};
}

Result<void> read_bound(const Settings& item, Plan& plan, const PlanNames& names, NamedOnce& once) {
  PlanBounds out;
  Fields fields(item);
  fields.require("nodes");
  const Settings* minimum = fields.child("p_min");
  const Settings* maximum = fields.child("p_max");
  if (auto done = fields.finish(); !done) return done;
  const Settings& nodes = *item.find("nodes");
  if (auto done = read_stated(&nodes, out.nodes, node_names_in); !done) return done;
  if (auto good = check_members(out.nodes, names, nodes); !good) return good;
  for (const std::string& node : out.nodes)
    if (auto done = once.claim("node " + node, "bounded", nodes); !done) return done;
  if (auto done = read_stated(minimum, out.minimum, bound_in); !done) return done;
  if (auto done = read_stated(maximum, out.maximum, bound_in); !done) return done;
  if (auto good = check_bounds(item, out); !good) return good;
  plan.bounds.push_back(std::move(out));
  return {};
}

}  // namespace

Result<void> read_bounds(const Settings& root, Plan& plan, PlanNames& names) {
  NamedOnce once;
  auto done = each_item(root.find("bounds"),
                        [&](const Settings& item) { return read_bound(item, plan, names, once); });
  if (!done) return done;
  const Settings* clock = root.find("clock");
  if (!is_stated(clock)) return {};
  Fields fields(*clock);
  const Settings* bound = fields.child("bound_seconds");
  if (auto read = fields.finish(); !read) return read;
  return read_stated(bound, plan.clock_bound, amount_in);
}

}  // namespace joulemark
