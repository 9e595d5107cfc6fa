// A look at every source of this machine, each device in a thread of its own: one that hangs is
// left behind at the deadline with everything it touches, and costs the others nothing.
#pragma once

#include <chrono>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/source.h"
#include "query/source_look.h"

namespace joulemark {

struct LookOptions {
  Duration time = std::chrono::seconds(2);  // how long the sensors are read
  std::set<std::string, std::less<>>
      named{};  // sources to look at although they are off by default
  // Real time until a source must have been opened and discovered, and a read must have ended.
  Duration answer_limit = std::chrono::seconds(5);
  Duration read_limit = std::chrono::seconds(1);
};

// One entry per known source, in their order. A thread that hangs keeps the services. Host::warn is
// not used: warnings are in the looks.
std::vector<SourceLook> look_at_sources(std::span<const SourceEntry> known,
                                        const std::shared_ptr<const Host>& services,
                                        const LookOptions& options);

}  // namespace joulemark
