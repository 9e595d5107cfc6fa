// EnvironmentMetrics (v1_6_0) of a chassis, a processor, a memory module: power and energy as
// excerpts of Sensors.
#pragma once

#include "sources/redfish/service/resources.h"
#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

struct Owner {
  std::string path, name;
  About about = About::kPart;
};

void walk_environment(Resources& resources, const Json& link, const Owner& owner, Inventory& out);

// The excerpt at `key` of a resource: its Reading, and its LifetimeReading where it has one.
// `base` has everything but what the excerpt itself says.
void add_excerpts(const Document& document, const Json& holder, std::string_view key, Measured base,
                  Inventory& out);

}  // namespace joulemark::redfish
