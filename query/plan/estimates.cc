// unmeasured, shared and storage: what no meter of the cover tells (METHOD S-3, N-2, S-6).
#include <cmath>

#include "measurement/scope.h"
#include "query/plan/plan_readers.h"

namespace joulemark {
namespace {

Result<void> read_unmeasured(const Settings& item, Plan& plan, const PlanNames& names) {
  PlanUnmeasured out;
  Fields fields(item);
  fields.require("nodes").require("what").text("what", out.what).require("watts");
  if (auto done = fields.finish(); !done) return done;
  if (auto done = read_stated(item.find("nodes"), out.nodes, node_names_in); !done) return done;
  if (auto good = check_members(out.nodes, names, *item.find("nodes")); !good) return good;
  const auto watts = range_in(*item.find("watts"));
  if (!watts) return tl::unexpected<Error>(watts.error());
  out.low = watts->first;
  out.high = watts->second;
  plan.unmeasured.push_back(std::move(out));
  return {};
}

bool is_stated_in(const Settings& item, std::string_view key) { return is_stated(item.find(key)); }

Result<void> read_ports(const Settings& item, SharedEquipment& out) {
  std::int64_t used = 0;
  std::int64_t total = 0;
  Fields fields(item);
  for (const char* known : {"name", "kind", "measured_by"}) fields.child(known);
  fields.text("model", out.model).require("max_watts").number("max_watts", out.max_watts);
  fields.require("ports_used").integer("ports_used", used);
  fields.require("ports_total").integer("ports_total", total);
  fields.check(std::isfinite(out.max_watts) && out.max_watts > 0.0, "max_watts",
               "expected the rated power in watts");
  fields.check(total >= 1 && total <= 100'000, "ports_total", "expected 1 to 100000");
  fields.check(used >= 1 && used <= total, "ports_used", "expected 1 to ports_total");
  out.ports_used = static_cast<int>(used);
  out.ports_total = static_cast<int>(total);
  return fields.finish();
}

Result<void> read_meters(const Settings& item, PlanShared& out, PlanNames& names) {
  Fields fields(item);
  for (const char* known : {"name", "kind", "max_watts", "ports_used", "ports_total"})
    fields.child(known);
  fields.text("model", out.equipment.model);
  const Settings& meters = *fields.child("measured_by");
  if (auto done = fields.finish(); !done) return done;
  if (auto done = read_stated(&meters, out.measured_by, texts_in); !done) return done;
  for (const std::string& scope : out.measured_by) {
    if (!valid_scope(scope)) return meters.error("'" + scope.substr(0, 60) + "' is not a scope");
    if (auto once = names.scopes.claim("scope " + scope, "a feed of " + out.name, meters); !once)
      return once;
  }
  return {};
}

Result<void> read_shared(const Settings& item, Plan& plan, PlanNames& names) {
  PlanShared out;
  const Settings* name = item.find("name");
  const Settings* kind = item.find("kind");
  if (!is_stated(name)) return item.error("needs the key 'name', such as leaf-07");
  if (!is_stated(kind)) return item.error("needs the key 'kind', such as switch, storage, cdu");
  if (auto done = read_stated(name, out.name, [](const auto& v) { return v.as_text(); }); !done)
    return done;
  if (auto done = read_stated(kind, out.kind, [](const auto& v) { return v.as_text(); }); !done)
    return done;
  if (auto once = names.nodes.claim("node " + out.name, "shared equipment", *name); !once)
    return once;
  auto done = is_stated_in(item, "measured_by") ? read_meters(item, out, names)
                                                : read_ports(item, out.equipment);
  if (!done) return done;
  plan.shared.push_back(std::move(out));
  return {};
}

Result<void> read_charge(const Settings* charge, PlanStorage& out) {
  if (!is_stated(charge)) return {};
  if (charge->kind != Settings::Kind::kList || charge->items.size() != 2)
    return charge->error("expected the charge at both edges in joules: [begin, end], or null");
  if (auto done = read_stated(&charge->items[0], out.charge_begin, amount_in); !done) return done;
  if (auto done = read_stated(&charge->items[1], out.charge_end, amount_in); !done) return done;
  if (out.charge_begin.has_value() != out.charge_end.has_value())
    return charge->error("one edge alone tells nothing: give both, or null for both");
  return {};
}

Result<void> read_storage(const Settings& item, Plan& plan, const PlanNames& names) {
  PlanStorage out;
  Fields fields(item);
  fields.require("scope").text("scope", out.scope).text("model", out.model);
  fields.require("usable_joules").number("usable_joules", out.usable_joules);
  fields.check(std::isfinite(out.usable_joules) && out.usable_joules > 0.0, "usable_joules",
               "expected joules above 0");
  const Settings* charge = fields.child("charge_joules");
  const Settings* u = fields.child("u_joules");
  if (auto done = fields.finish(); !done) return done;
  if (auto done = read_charge(charge, out); !done) return done;
  if (auto done = read_stated(u, out.u_joules, amount_in); !done) return done;
  if (out.charge_begin && !out.u_joules)
    return item.error("a known charge needs u_joules, its standard uncertainty");
  if (!names.scopes.contains("scope " + out.scope))
    return item.error("scope " + out.scope +
                      " is none of covers: storage stands behind a scope that the plan counts");
  plan.storage.push_back(std::move(out));
  return {};
}

}  // namespace

Result<void> read_estimates(const Settings& root, Plan& plan, PlanNames& names) {
  const auto each = [&](std::string_view key, auto read) {
    return each_item(root.find(key), read);
  };
  if (auto done =
          each("unmeasured", [&](const auto& item) { return read_unmeasured(item, plan, names); });
      !done)
    return done;
  if (auto done = each("shared", [&](const auto& i) { return read_shared(i, plan, names); }); !done)
    return done;
  return each("storage", [&](const auto& item) { return read_storage(item, plan, names); });
}

}  // namespace joulemark
