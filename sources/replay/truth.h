// The energy that a scenario holds by construction: the exact integral of the loads. No sensor, no
// fault, no measurement takes part.
#pragma once

#include <string>
#include <string_view>

#include "core/files.h"
#include "sources/replay/scenario.h"

namespace joulemark::replay {

// Of what a node draws (Node::load), or of what one of its sensors sees. kInvalid: an unknown node
// or sensor (the message lists those there are), an end before the start, a start before the epoch.
Result<Joules> true_energy(const Scenario& scenario, std::string_view node, UtcTime start,
                           UtcTime end);
Result<Joules> true_energy(const Scenario& scenario, std::string_view node, std::string_view sensor,
                           UtcTime start, UtcTime end);

// Lines "<node> <joules>", one per node (or for the one named), then "total <joules>"; numbers read
// back as the same double.
Result<std::string> truth_text(const Files& files, const std::string& path, UtcTime start,
                               UtcTime end, std::string_view node = {});

}  // namespace joulemark::replay
