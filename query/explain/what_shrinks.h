// What makes a component of U smaller (METHOD G, T, C, I, A, S, N).
#pragma once

#include <string>

namespace joulemark {

// name: as METHOD calls the component; also "aliasing".
std::string what_shrinks(const std::string& name);

}  // namespace joulemark
