// Lines of a text screen: wrapping, padding and two blocks side by side, counted in characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace joulemark {

using Lines = std::vector<std::string>;

std::size_t columns_of(std::string_view text);  // characters of UTF-8, not bytes
std::string pad(std::string text, std::size_t columns);
std::string pad_left(std::string_view text, std::size_t columns);
// Cut to the columns with "..." where it is longer.
std::string cut(std::string_view text, std::size_t columns);
// At blanks; lines after the first are indented.
Lines wrap(std::string_view text, std::size_t columns, std::size_t indent);
// left padded to its columns, then right.
Lines side_by_side(const Lines& left, const Lines& right, std::size_t left_columns);
void append(Lines& to, const Lines& more);
// Rows of equally many cells as columns two blanks apart; cells but the last are cut to `widest`.
std::string align(const std::vector<Lines>& rows, std::size_t widest);

}  // namespace joulemark
