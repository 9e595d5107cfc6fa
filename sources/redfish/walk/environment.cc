#include "sources/redfish/walk/environment.h"

namespace joulemark::redfish {
namespace {

constexpr double kJoulesPerKilowattHour = 3.6e6;

std::string source_of(const Json& excerpt) {
  for (const char* key : {"DataSourceUri", "@odata.id"})
    if (const Link link = parse_link(text_of(excerpt, key)); link.kind == Link::Kind::kLocal)
      return link.path;
  return {};
}

}  // namespace

void add_excerpts(const Document& document, const Json& holder, std::string_view key, Measured base,
                  Inventory& out) {
  const Json& excerpt = member(holder, key);
  if (excerpt.is_null()) return;
  const std::string pointer = base.pointer + "/" + std::string(key);
  base.data_source = source_of(excerpt);
  base.stated.reset_time = text_of(excerpt, "SensorResetTime");
  if (key.ends_with("kWh")) base.si_per_unit = kJoulesPerKilowattHour;
  base.quantity = key.starts_with("Energy") ? QuantityKind::kEnergy : QuantityKind::kPower;
  base.reading = document.number(excerpt);
  base.pointer = excerpt.is_object() ? pointer + "/Reading" : pointer;
  out.measured.push_back(base);
  if (const Json& lifetime = member(excerpt, "LifetimeReading"); !lifetime.is_null()) {
    base.lifetime = true;
    base.quantity = QuantityKind::kEnergy;
    base.pointer = pointer + "/LifetimeReading";
    base.reading = document.number(lifetime);
    out.measured.push_back(base);
  }
}

void walk_environment(Resources& resources, const Json& link, const Owner& owner, Inventory& out) {
  const auto found = resources.at(link);
  if (!found) return;
  Measured base;
  base.path = found->path;
  base.seen = Seen::kEnvironmentMetrics;
  base.about = owner.about;
  base.owner = owner.path;
  base.name = owner.name;
  if (owner.about != About::kChassis) {
    base.boundary = Boundary::kComponent;
    base.supply = Supply::kDc;
  }
  for (const char* key : {"PowerWatts", "EnergyJoules", "EnergykWh"})
    add_excerpts(*found->document, found->body(), key, base, out);
}

}  // namespace joulemark::redfish
