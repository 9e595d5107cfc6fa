// Components of the budget, largest first, with their part of u_c squared.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "measurement/uncertainty.h"
#include "query/figures.h"
#include "query/report_blocks.h"

namespace joulemark {
namespace {

constexpr std::size_t kMostRows = 6;

struct Row {
  std::string name;
  double square = 0.0;
};

// Groups of one name together (METHOD U-1 has added within groups), the smallest as "other".
std::vector<Row> rows_of(const Budget& budget) {
  std::map<std::string, double> squares;
  for (const UncertaintyComponent& component : grouped(budget))
    squares[component.name] += component.u * component.u;
  std::vector<Row> out;
  for (const auto& [name, square] : squares)
    if (square > 0.0) out.push_back({name, square});
  std::stable_sort(out.begin(), out.end(),
                   [](const Row& a, const Row& b) { return a.square > b.square; });
  if (out.size() <= kMostRows) return out;
  Row rest{"other", 0.0};
  while (out.size() >= kMostRows) {
    rest.square += out.back().square;
    out.pop_back();
  }
  out.push_back(rest);
  return out;
}

std::string name_for_people(const std::string& name) {
  static const std::map<std::string, std::string, std::less<>> names{
      {"gain", "gain of the sensors"},
      {"gain_unit", "gain, per unit"},
      {"offset", "offset of the sensors"},
      {"offset_unit", "offset, per unit"},
      {"edge", "window edges"},
      {"integration", "between readings"},
      {"resolution", "resolution"},
      {"gap", "time without data"},
      {"reset", "counter resets"},
      {"clock", "clocks"},
      {"latency", "latency of sensors"},
      {"tick", "counter ticks"},
      {"update", "update period"},
      {"missing", "missing nodes"}};
  const auto found = names.find(name);
  return found == names.end() ? name : found->second;
}

std::string small_figure(double value) {
  if (value == 0.0) return "0";
  return value < 0.01 ? "<0.01" : rounded(value, value, 1.0).value;
}

}  // namespace

Lines uncertainty_block(const Report& report) {
  const Total& figure = report.total.figure;
  const EnergyUnit unit = energy_unit(figure.headline_U);
  Lines out{pad("UNCERTAINTY", 24) + pad_left("u " + std::string(unit.name), 9) +
            pad_left("part", 7)};
  const double whole = figure.combined.u_c * figure.combined.u_c;
  for (const Row& row : rows_of(figure.budget)) {
    const double part = whole > 0.0 ? 100.0 * row.square / whole : 0.0;
    out.push_back("  " + pad(cut(name_for_people(row.name), 22), 22) +
                  pad_left(small_figure(std::sqrt(row.square) / unit.joules), 9) +
                  pad_left(part < 0.5 ? "<1 %" : fmt::format("{:.0f} %", part), 7));
  }
  if (figure.alias_bound > 0.0)
    out.push_back("  " + pad("worst-case aliasing", 22) +
                  pad_left(small_figure(figure.alias_bound / std::sqrt(3.0) / unit.joules), 9) +
                  pad_left("beside", 7));
  return out;
}

}  // namespace joulemark
