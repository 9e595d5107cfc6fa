// The figure of this node that its sensors add up to (METHOD S-1a to S-1c), and what it allows at
// best, however long and well it is scraped.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measurement/class.h"
#include "measurement/code.h"
#include "measurement/cover.h"
#include "query/source_look.h"

namespace joulemark {

struct HostCover {
  Cover cover;                 // members: indices into HostFigure::sensors
  std::optional<Watts> power;  // empty: a member had none
  Boundary boundary = Boundary::kUnknown;
};

struct HostFigure {
  std::vector<const SensorLook*> sensors;  // of this node alone, in order of the looks
  std::vector<MemberRole> roles;           // likewise
  std::optional<HostCover> counted;
  std::vector<HostCover> others;  // complete, never added
  Codes codes;                    // that any window of the counted cover will have
  Class best = Class::kReferenceOnly;
};

// Looks outlive the figure. Sensors of other nodes are no part of it.
HostFigure figure_of(const std::vector<SourceLook>& looks, const std::string& node);

}  // namespace joulemark
