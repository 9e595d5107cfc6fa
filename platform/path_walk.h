// Follows symbolic links below a directory that plays the part of "/": an absolute target starts
// at that directory and ".." stops at it, so no path leads out.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"

namespace joulemark {

// The path without links, relative to root_fd ("." for the root itself). It exists at the time of
// the call; a tree that changes in between is the caller's to notice. More than 40 links: kInvalid.
Result<std::string> walk_below(int root_fd, std::string_view path);

}  // namespace joulemark
