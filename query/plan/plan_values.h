// Values of a plan that are more than a scalar. Every error names file, line, key and what is
// expected.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/settings.h"

namespace joulemark {

// null or absent: not known.
bool is_stated(const Settings* value);

// A list of nodes as schedulers write it, or a list of such lists.
Result<std::vector<std::string>> node_names_in(const Settings& value);
Result<std::vector<std::string>> texts_in(const Settings& value);
// Two numbers, the first not above the second.
Result<std::pair<double, double>> range_in(const Settings& value);
// A finite number that is not negative.
Result<double> amount_in(const Settings& value);
// YYYY-MM-DD that exists.
Result<std::string> date_in(const Settings& value);

// Calls read for every entry of a list, or once for a map that stands alone.
template <class Read>
Result<void> each_item(const Settings* list, Read read) {
  if (!is_stated(list)) return {};
  if (list->kind != Settings::Kind::kList) return list->error("expected a list: - {...}");
  for (const Settings& item : list->items)
    if (auto done = read(item); !done) return done;
  return {};
}

template <class Read>
Result<void> each_entry(const Settings* map, Read read) {
  if (!is_stated(map)) return {};
  if (map->kind != Settings::Kind::kMap) return map->error("expected keys with values");
  for (const Settings::Entry& entry : map->entries)
    if (auto done = read(entry.key, entry.value); !done) return done;
  return {};
}

// Reads the value of a key that may be null or absent.
template <class T, class Parse>
Result<void> read_stated(const Settings* value, T& out, Parse parse) {
  if (!is_stated(value)) return {};
  auto parsed = parse(*value);
  if (!parsed) return tl::unexpected<Error>(parsed.error());
  out = std::move(*parsed);
  return {};
}

// What was named once must not be named again; remembers where.
class NamedOnce {
 public:
  // what: "node gpu0001"; as: what it is here, e.g. "outlet of gpu0001".
  Result<void> claim(const std::string& name, const std::string& as, const Settings& at);
  [[nodiscard]] bool contains(const std::string& name) const { return seen_.contains(name); }

 private:
  std::map<std::string, std::pair<std::string, int>> seen_;
};

}  // namespace joulemark
