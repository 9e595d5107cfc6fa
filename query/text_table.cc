#include "query/text_table.h"

#include <algorithm>

namespace joulemark {
namespace {

class RowPrinter {
 public:
  RowPrinter(const std::vector<TextColumn>& columns, std::size_t screen)
      : columns_(columns), screen_(screen), widths_(columns.size(), 0) {}

  void widen_for(const Lines& row) {
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (fits(row[i], i)) widths_[i] = std::max(widths_[i], columns_of(row[i]));
  }

  void print(const Lines& row, Lines& out) const {
    std::string line;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (fits(row[i], i)) {
        line += columns_[i].right ? pad_left(row[i], widths_[i]) : pad(row[i], widths_[i]);
      } else {
        const std::size_t before = columns_of(line);
        hang(line, row[i], out);
        line = std::string(before + widths_[i], ' ');
      }
      line += "  ";
    }
    hang(line, row.back(), out);
  }

 private:
  [[nodiscard]] bool fits(const std::string& cell, std::size_t i) const {
    return columns_of(cell) <= columns_[i].most;
  }
  // The cell after the line, and below itself where it is too long.
  void hang(const std::string& line, const std::string& cell, Lines& out) const {
    const std::size_t indent = columns_of(line);
    Lines pieces = wrap(cell, indent < screen_ ? screen_ - indent : 1, 0);
    if (pieces.empty()) pieces.emplace_back();
    for (std::size_t i = 0; i < pieces.size(); ++i)
      out.push_back((i == 0 ? line : std::string(indent, ' ')) + pieces[i]);
  }

  const std::vector<TextColumn>& columns_;
  std::size_t screen_;
  std::vector<std::size_t> widths_;
};

}  // namespace

Lines text_table(const std::vector<Lines>& rows, const std::vector<TextColumn>& columns,
                 std::size_t screen) {
  RowPrinter printer(columns, screen);
  for (const Lines& row : rows) printer.widen_for(row);
  Lines out;
  for (const Lines& row : rows) printer.print(row, out);
  for (std::string& line : out)
    while (!line.empty() && line.back() == ' ') line.pop_back();
  return out;
}

}  // namespace joulemark
