#include "sources/hwmon/options.h"

#include <algorithm>

namespace joulemark::hwmon {
namespace {

Result<std::vector<std::string>> names_in(const Settings* list) {
  std::vector<std::string> names;
  if (list == nullptr || list->kind == Settings::Kind::kNull) return names;
  if (list->kind != Settings::Kind::kList) return list->error("must be a list of names of chips");
  for (const Settings& item : list->items) {
    auto name = item.as_text();
    if (!name) return tl::unexpected(name.error());
    names.push_back(std::move(*name));
  }
  return names;
}

bool holds(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

bool Options::wants(std::string_view chip) const {
  return !holds(chip_exclude, chip) && (chip_include.empty() || holds(chip_include, chip));
}

Result<Options> parse_options(const Settings& settings) {
  Options options;
  bool enabled = true;  // the exporter's business; known here so that it is no stray key
  Duration interval{0};
  Fields fields(settings);
  fields.boolean("enabled", enabled).duration("interval", interval);
  if (settings.find("interval") != nullptr) options.interval = interval;
  fields.check(!options.interval || (*options.interval >= std::chrono::milliseconds(10) &&
                                     *options.interval <= std::chrono::seconds(60)),
               "interval", "must be between 10ms and 60s");
  auto include = names_in(fields.child("chip_include"));
  auto exclude = names_in(fields.child("chip_exclude"));
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  if (!include) return tl::unexpected(include.error());
  if (!exclude) return tl::unexpected(exclude.error());
  options.chip_include = std::move(*include);
  options.chip_exclude = std::move(*exclude);
  return options;
}

}  // namespace joulemark::hwmon
