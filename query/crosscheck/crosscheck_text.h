// The cross-check for people: lines of at most 110 columns.
#pragma once

#include <string>

#include "query/crosscheck/crosscheck_file.h"

namespace joulemark {

std::string crosscheck_to_text(const CrosscheckFile& file);

}  // namespace joulemark
