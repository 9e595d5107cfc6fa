// The idle baselines for the screen.
#pragma once

#include <string>

#include "query/idle/idle_file.h"

namespace joulemark {

// file_name: where it was written, for what to do next; empty: nowhere.
std::string idle_to_text(const IdleFile& file, const std::string& file_name);

}  // namespace joulemark
