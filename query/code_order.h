// Reason codes as people should meet them.
#pragma once

#include <vector>

#include "measurement/code.h"

namespace joulemark {

// Refusing first, then the caps from the lowest class, then information.
std::vector<Code> by_seriousness(const Codes& codes);

}  // namespace joulemark
