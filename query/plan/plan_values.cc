#include "query/plan/plan_values.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "measurement/scope.h"
#include "query/node_list.h"

namespace joulemark {

bool is_stated(const Settings* value) {
  return value != nullptr && value->kind != Settings::Kind::kNull;
}

Result<std::vector<std::string>> texts_in(const Settings& value) {
  if (value.kind != Settings::Kind::kList) {
    auto one = value.as_text();
    if (!one) return tl::unexpected<Error>(one.error());
    return std::vector<std::string>{std::move(*one)};
  }
  std::vector<std::string> out;
  for (const Settings& item : value.items) {
    auto text = item.as_text();
    if (!text) return tl::unexpected<Error>(text.error());
    out.push_back(std::move(*text));
  }
  return out;
}

Result<std::vector<std::string>> node_names_in(const Settings& value) {
  const auto lists = texts_in(value);
  if (!lists) return tl::unexpected<Error>(lists.error());
  std::vector<std::string> out;
  for (const std::string& list : *lists) {
    auto names = expand_node_list(list);
    if (!names) return value.error(names.error().message);
    out.insert(out.end(), names->begin(), names->end());
  }
  if (out.empty()) return value.error("expected nodes, such as \"gpu[0001-0032]\"");
  return out;
}

Result<double> amount_in(const Settings& value) {
  auto number = value.as_number();
  if (!number) return number;
  if (!std::isfinite(*number) || *number < 0.0)
    return value.error("expected a number that is not negative");
  return number;
}

Result<std::pair<double, double>> range_in(const Settings& value) {
  if (value.kind != Settings::Kind::kList || value.items.size() != 2)
    return value.error("expected two numbers: [lowest, highest]");
  const auto low = amount_in(value.items[0]);
  if (!low) return tl::unexpected<Error>(low.error());
  const auto high = amount_in(value.items[1]);
  if (!high) return tl::unexpected<Error>(high.error());
  if (*low > *high)
    return value.error(fmt::format("the lowest, {:g}, is above the highest, {:g}", *low, *high));
  return std::pair(*low, *high);
}

Result<std::string> date_in(const Settings& value) {
  auto text = value.as_text();
  if (!text) return text;
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  char rest = 0;
  const bool shaped = text->size() == 10 &&
                      std::sscanf(text->c_str(), "%4d-%2u-%2u%c", &year, &month, &day, &rest) == 3;
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                         std::chrono::day(day)};
  if (!shaped || !date.ok()) return value.error("expected a date, such as 2026-05-02");
  return text;
}

Result<void> NamedOnce::claim(const std::string& name, const std::string& as, const Settings& at) {
  const auto [entry, first] = seen_.emplace(name, std::pair(as, at.line));
  if (first) return {};
  return at.error(fmt::format(
      "{} is {}, and {} in line {}: it would be counted twice; keep one", name, as,
      entry->second.first == as ? "is so already" : entry->second.first, entry->second.second));
}

}  // namespace joulemark
