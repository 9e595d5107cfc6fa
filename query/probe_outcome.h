// What a probe means for the user: found, nothing here, or what is in the way and how to mend it.
#pragma once

#include "core/source.h"
#include "query/look_board.h"
#include "query/sources_look.h"

namespace joulemark {

SourceLook not_looked_at(const SourceEntry& entry);
// Also of a probe that has not ended: what did not answer is said.
SourceLook outcome_of(const SourceEntry& entry, const Probe& probe, const LookOptions& limits);

}  // namespace joulemark
