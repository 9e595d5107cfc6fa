// BMCs, PDUs and power shelves that speak Redfish. One Source for all targets: its event loop runs
// in a thread of its own, so that answers are stamped when they come and sessions are closed
// whatever the reader of the source does.
#pragma once

#include "core/source.h"

namespace joulemark {

extern const SourceEntry k_redfish_source;

}  // namespace joulemark
