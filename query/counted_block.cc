// What was counted, with its share and how it is known; other covers and residuals as information.
#include <fmt/format.h>

#include "query/comparisons.h"
#include "query/counted_parts.h"
#include "query/figures.h"
#include "query/report_blocks.h"
#include "query/report_text.h"

namespace joulemark {
namespace {

constexpr std::size_t kWhatColumns = 44;

std::string row(const CountedPart& part, double whole, double uncertainty, const EnergyUnit& unit) {
  return "  " + pad(cut(part.what, kWhatColumns), kWhatColumns) +
         pad_left(rounded(part.energy, uncertainty, unit.joules).value, 11) +
         pad_left(whole > 0.0 ? fmt::format("{:.1f} %", 100.0 * part.energy / whole) : "", 10) +
         "   " + part.how_known;
}

}  // namespace

Lines counted_block(const Report& report) {
  if (report.counted.empty()) return {};
  const Total& figure = report.total.figure;
  const EnergyUnit unit = energy_unit(figure.energy);
  const bool ok = figure.status == Total::Status::kComplete;
  Lines out{pad(ok ? "WHAT WAS COUNTED" : "WHAT WAS MEASURED (not the total)", kWhatColumns + 2) +
            pad_left(std::string(unit.name), 11) + pad_left(ok ? "share" : "", 10) +
            "   how known"};
  for (const CountedPart& part : report.counted)
    out.push_back(row(part, ok ? figure.energy : 0.0, figure.headline_U, unit));
  for (const std::string& what : report.not_counted)
    append(out, wrap("  not counted: " + what, kScreenColumns, 15));
  for (const std::string& line : comparison_lines(report)) out.push_back("  " + line);
  return out;
}

}  // namespace joulemark
