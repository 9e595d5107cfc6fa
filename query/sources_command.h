// `joulemark sources`, the part that does not know where the host's files are.
#pragma once

#include <memory>
#include <span>

#include "core/source.h"
#include "query/arguments.h"
#include "query/services.h"
#include "query/sources_look.h"

namespace joulemark {

// Prints what the known sources offer on this host.
int show_sources(const SourcesArguments& arguments, std::span<const SourceEntry> known,
                 const std::shared_ptr<const Host>& host, LookOptions options,
                 const Services& services);

}  // namespace joulemark
