// Lists of nodes as schedulers and people write them: 'gpu[0001-0032,40],x9'.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace joulemark {

inline constexpr std::size_t kMostNodes = 10'000;

// Names in the order given. Commas or white space separate; [a-b] counts up with the width of a
// (leading zeros kept); several brackets multiply; a name given twice, an open bracket, a falling
// range or more than kMostNodes names is kInvalid and the message shows the place.
Result<std::vector<std::string>> expand_node_list(std::string_view text);

// The argument of --nodes: a list, or @FILE with a list in it (lines; '#' starts a comment).
Result<std::vector<std::string>> read_node_list(const std::string& argument);

}  // namespace joulemark
