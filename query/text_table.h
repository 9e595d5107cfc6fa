// A table for the screen whose cells may be wider than their columns.
#pragma once

#include <cstddef>
#include <vector>

#include "query/screen.h"

namespace joulemark {

struct TextColumn {
  std::size_t most;    // characters; a wider cell stands on a line of its own, above its row
  bool right = false;  // aligned
};

// Columns as wide as their cells, two blanks apart. Each row has one cell more than there are
// columns: the last one is wrapped at `screen` characters.
Lines text_table(const std::vector<Lines>& rows, const std::vector<TextColumn>& columns,
                 std::size_t screen);

}  // namespace joulemark
