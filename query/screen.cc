#include "query/screen.h"

#include <algorithm>

namespace joulemark {
namespace {

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

// Bytes of the first n characters.
std::size_t bytes_of(std::string_view text, std::size_t n) {
  std::size_t at = 0;
  for (; at < text.size(); ++at)
    if (starts_character(text[at]) && n-- == 0) break;
  return at;
}

}  // namespace

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

std::string pad(std::string text, std::size_t columns) {
  const std::size_t used = columns_of(text);
  if (used < columns) text.append(columns - used, ' ');
  return text;
}

std::string pad_left(std::string_view text, std::size_t columns) {
  const std::size_t used = columns_of(text);
  return std::string(used < columns ? columns - used : 0, ' ') + std::string(text);
}

std::string cut(std::string_view text, std::size_t columns) {
  if (columns_of(text) <= columns) return std::string(text);
  if (columns < 4) return std::string(text.substr(0, bytes_of(text, columns)));
  return std::string(text.substr(0, bytes_of(text, columns - 3))) + "...";
}

Lines wrap(std::string_view text, std::size_t columns, std::size_t indent) {
  Lines out;
  std::string line;
  bool empty = true;  // nothing but the indent
  while (!text.empty()) {
    const std::size_t blank = text.find(' ');
    const std::string_view word = text.substr(0, blank);
    text.remove_prefix(blank == std::string_view::npos ? text.size() : blank + 1);
    if (!empty && columns_of(line) + 1 + columns_of(word) > columns) {
      out.push_back(line);
      line.assign(indent, ' ');
      empty = true;
    }
    if (!empty) line += ' ';
    line += word;
    empty = false;
  }
  if (!empty) out.push_back(line);
  return out;
}

Lines side_by_side(const Lines& left, const Lines& right, std::size_t left_columns) {
  Lines out;
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    const std::string l = i < left.size() ? left[i] : "";
    out.push_back(i < right.size() ? pad(cut(l, left_columns - 1), left_columns) + right[i] : l);
  }
  return out;
}

void append(Lines& to, const Lines& more) { to.insert(to.end(), more.begin(), more.end()); }

std::string align(const std::vector<Lines>& rows, std::size_t widest) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const Lines& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::min(widest, std::max(widths[i], columns_of(row[i])));
  std::string out;
  for (const Lines& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += i + 1 == row.size() ? row[i] : pad(cut(row[i], widest), widths[i]) + "  ";
    while (!line.empty() && line.back() == ' ') line.pop_back();
    out += line + "\n";
  }
  return out;
}

}  // namespace joulemark
