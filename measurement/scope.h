// Scopes as paths (METHOD S-1): whole segments; a path contains every path that extends it.
#pragma once

#include <string_view>

namespace joulemark {

// Segments [a-z0-9._:-]+ joined by '/', at most 256 characters.
bool valid_scope(std::string_view scope);
bool contains(std::string_view outer, std::string_view inner);  // also when equal
bool overlap(std::string_view a, std::string_view b);           // one contains the other

}  // namespace joulemark
