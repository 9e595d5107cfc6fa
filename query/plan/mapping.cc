// mapping: series of other exporters as sensors (METHOD S-4: what is not written is not known).
#include <cmath>

#include "measurement/defaults.h"
#include "measurement/scope.h"
#include "promapi/selector.h"
#include "query/plan/dcgm_mapping.h"
#include "query/plan/mapped_series.h"
#include "query/plan/plan_readers.h"
#include "query/plan/unit.h"

namespace joulemark {
namespace {

Result<void> read_what(Fields& fields, PlanMapping& out) {
  Sensor& sensor = out.sensor;
  fields.require("match").text("match", out.match);
  fields.require("node_label").text("node_label", out.node_label);
  fields.require("scope").text("scope", sensor.scope).require("component").require("quantity");
  fields.word("component", sensor.component, parse_component,
              "node, cpu, memory, gpu, module, psu, outlet, inlet, shelf, busbar, chassis, rack, "
              "switch, cdu, rail, other");
  fields.word("boundary", sensor.boundary, parse_boundary,
              "ac_input, dc_input, psu_output, component, unknown");
  fields.word("supply", sensor.supply, parse_supply, "ac, dc, unknown");
  fields.word("quantity", sensor.quantity, parse_quantity_kind, "power, energy");
  fields.word("power_kind", sensor.metrology.power_kind, parse_power_kind,
              "real, apparent, current_times_nominal");
  fields.require("unit").text("unit", out.unit).text("source_class", sensor.source_class);
  fields.text("vendor", sensor.vendor).text("model", sensor.model);
  fields.text("serial", sensor.serial).text("firmware", sensor.firmware);
  fields.check(valid_scope(scope_of_series(sensor.scope, {})), "scope",
               "expected a scope, such as node, node/psu:1/in or node/gpu:{gpu} with a label");
  const auto selector = parse_selector(out.match);
  fields.check(selector.has_value(), "match",
               selector ? std::string() : std::string(selector.error().message));
  fields.check(unit_factor(out.unit, sensor.quantity).has_value(), "unit",
               sensor.quantity == QuantityKind::kPower
                   ? "expected watt, milliwatt, microwatt or kilowatt for a power"
                   : "expected joule, millijoule, microjoule, kilojoule, watt_hour or "
                     "kilowatt_hour for an energy");
  fields.check(sensor.source_class.empty() || find_default_limits(sensor.source_class) != nullptr,
               "source_class", "is no row of METHOD's table of default limits");
  return {};
}

Result<std::optional<Duration>> duration_in(const Settings& value) {
  const auto number = value.as_number();
  const auto length = number ? Result<Duration>(from_seconds(*number)) : value.as_duration();
  if (!length) return tl::unexpected<Error>(length.error());
  if (*length < Duration{0}) return value.error("expected a duration that is not negative");
  return std::optional(*length);
}

Result<void> read_metrology(const Settings& item, PlanMapping& out) {
  Metrology& m = out.sensor.metrology;
  std::optional<Duration> averaging;
  double resolution = 0.0;
  double modulus = 0.0;
  double ceiling = 0.0;
  const auto stated = [&](const char* key, auto& target, auto parse) {
    return read_stated(item.find(key), target, parse);
  };
  if (auto done = stated("update_interval", m.update_interval, duration_in); !done) return done;
  if (auto done = stated("averaging", averaging, duration_in); !done) return done;
  if (auto done = stated("resolution", resolution, amount_in); !done) return done;
  if (auto done = stated("modulus", modulus, amount_in); !done) return done;
  if (auto done = stated("ceiling_watts", ceiling, amount_in); !done) return done;
  if (averaging) m.averaging = *averaging;
  m.resolution = resolution;
  if (modulus > 0.0) m.modulus = Joules(modulus);
  if (ceiling > 0.0) m.ceiling = Watts(ceiling);
  return {};
}

Result<void> read_one_mapping(const Settings& item, Plan& plan) {
  PlanMapping out;
  Fields fields(item);
  if (auto done = read_what(fields, out); !done) return done;
  for (const char* known :
       {"update_interval", "averaging", "resolution", "modulus", "ceiling_watts"})
    fields.child(known);
  if (auto done = fields.finish(); !done) return done;
  if (auto done = read_metrology(item, out); !done) return done;
  if (auto done = check_dcgm_mapping(item, out); !done) return done;
  plan.mapping.push_back(std::move(out));
  return {};
}

}  // namespace

Result<void> read_mapping(const Settings& root, Plan& plan, PlanNames&) {
  return each_item(root.find("mapping"),
                   [&](const Settings& item) { return read_one_mapping(item, plan); });
}

}  // namespace joulemark
