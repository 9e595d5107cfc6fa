// One entry of `sensors` in a scenario file.
#pragma once

#include "core/settings.h"
#include "sources/replay/load_file.h"
#include "sources/replay/scenario.h"

namespace joulemark::replay {

struct NodeContext {
  std::string name, rack;
  LoadPtr load;  // of the node: what a sensor sees that names none; may be empty
  const Loads& loads;
};

Result<SensorSpec> read_sensor(const Settings& item, const NodeContext& node);

// A word that fits into one column: letters, digits and ._:/- without blanks.
bool is_plain_name(std::string_view name);

Result<LoadPtr> find_load(const Settings& name, const Loads& loads);

}  // namespace joulemark::replay
