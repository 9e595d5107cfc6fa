#include "query/budget_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "measurement/uncertainty.h"
#include "query/figures.h"

namespace joulemark {
std::string component_words(const std::string& name) {
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
      {"missing", "missing nodes"},
      {"corroboration", "what the other chain leaves open"},
      {"reference", "reference of the cross-check"},
      {"crosscheck", "scatter of the cross-check"},
      {"ratio", "expected ratio of the cross-check"}};
  const auto found = names.find(name);
  return found == names.end() ? name : found->second;
}

std::vector<BudgetRow> budget_rows(const Budget& budget, std::size_t most) {
  std::map<std::string, double> squares;
  for (const UncertaintyComponent& component : grouped(budget))
    squares[component.name] += component.u * component.u;
  std::vector<BudgetRow> out;
  for (const auto& [name, square] : squares)
    if (square > 0.0) out.push_back({component_words(name), square});
  std::stable_sort(out.begin(), out.end(),
                   [](const BudgetRow& a, const BudgetRow& b) { return a.square > b.square; });
  if (out.size() <= most) return out;
  BudgetRow rest{"other", 0.0};
  while (out.size() >= most) {
    rest.square += out.back().square;
    out.pop_back();
  }
  out.push_back(rest);
  return out;
}

std::string small_figure(double value) {
  if (value == 0.0) return "0";
  return value < 0.01 ? "<0.01" : rounded(value, value, 1.0).value;
}

std::string part_text(double square, double whole) {
  const double part = whole > 0.0 ? 100.0 * square / whole : 0.0;
  return part < 0.5 ? "<1 %" : fmt::format("{:.0f} %", part);
}

}  // namespace joulemark
