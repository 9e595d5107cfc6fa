// The page for people at "/": what is measured, what it says now, what is not well and why. One
// document without external requests.
#pragma once

#include <string>

#include "exporter/build_info.h"
#include "exporter/ledger.h"

namespace joulemark {

std::string landing_page(const Snapshot& snapshot, const BuildInfo& build);

}  // namespace joulemark
