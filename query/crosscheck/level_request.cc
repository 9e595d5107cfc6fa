#include "query/crosscheck/level_request.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/settings.h"
#include "core/time_text.h"
#include "query/crosscheck/crosscheck_record.h"
#include "query/window_file.h"

namespace joulemark {
namespace {

constexpr std::size_t kMostLevels = 100;
constexpr Duration kLongestLevel = std::chrono::hours(24);

std::optional<LevelKind> kind_of_name(std::string_view name) {
  for (const LevelKind kind : {LevelKind::kIdle, LevelKind::kSteady, LevelKind::kWorkload})
    if (name.starts_with(to_string(kind))) return kind;
  return {};
}

Result<Window> window_of_file(const std::string& path) {
  const auto record = read_window_file(path);
  if (!record) return tl::unexpected(record.error());
  auto window = record->window();
  if (!window) return fail_in(path, window.error());
  return window;
}

Result<Window> window_between(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == std::string_view::npos)
    return fail(ErrorCode::kInvalid, "expected START/END, or @FILE of joulemark mark");
  const auto start = parse_time(text.substr(0, slash)), end = parse_time(text.substr(slash + 1));
  if (!start) return tl::unexpected(start.error());
  if (!end) return tl::unexpected(end.error());
  return Window{*start, *end};
}

Result<Window> window_of_entry(const Settings& item, const std::string& folder) {
  const Settings* file = item.find("window");
  if (file != nullptr) {
    const auto name = file->as_text();
    if (!name) return tl::unexpected(name.error());
    return window_of_file((std::filesystem::path(folder) / *name).string());
  }
  Window out;
  Fields fields(item);
  for (const char* other : {"name", "kind"}) fields.child(other);
  fields.require("start").time("start", out.start).require("end").time("end", out.end);
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  return out;
}

Result<LevelRequest> level_of_entry(const Settings& item, const std::string& folder) {
  LevelRequest out;
  Fields fields(item);
  fields.require("name").text("name", out.name);
  for (const char* other : {"start", "end", "window"}) fields.child(other);
  const auto by_name = kind_of_name(out.name);
  out.kind = by_name.value_or(out.kind);
  fields.word("kind", out.kind, parse_level_kind, "idle, steady, workload");
  fields.check(by_name || item.find("kind") != nullptr, "kind",
               "has no kind: idle, steady or workload");
  fields.check(item.find("window") == nullptr || item.find("start") == nullptr, "window",
               "and start exclude each other");
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  auto window = window_of_entry(item, folder);
  if (!window) return tl::unexpected(window.error());
  out.window = *window;
  return out;
}

}  // namespace

Result<LevelRequest> parse_level(std::string_view text) {
  const auto equals = text.find('=');
  LevelRequest out;
  out.name = std::string(text.substr(0, equals));
  const std::string context = "--level " + out.name.substr(0, 60);
  if (equals == std::string_view::npos || out.name.empty())
    return fail(ErrorCode::kInvalid, "--level '" + std::string(text.substr(0, 60)) +
                                         "': expected NAME=START/END or NAME=@window.json");
  const auto kind = kind_of_name(out.name);
  if (!kind)
    return fail(ErrorCode::kInvalid,
                context + ": the name must begin with idle, steady or workload");
  out.kind = *kind;
  const std::string_view rest = text.substr(equals + 1);
  auto window =
      rest.starts_with('@') ? window_of_file(std::string(rest.substr(1))) : window_between(rest);
  if (!window) return fail_in(context, window.error());
  out.window = *window;
  return out;
}

Result<std::vector<LevelRequest>> levels_from(std::string_view text, const std::string& path) {
  const auto settings = Settings::parse(text, path);
  if (!settings) return tl::unexpected(settings.error());
  std::string schema;
  Fields fields(*settings);
  fields.require("schema").text("schema", schema).require("levels");
  const Settings* list = fields.child("levels");
  fields.check(schema == "joulemark.levels/1", "schema", "must be joulemark.levels/1");
  if (auto done = fields.finish(); !done) return tl::unexpected(done.error());
  if (list->kind != Settings::Kind::kList) return list->error("expected a list of levels");
  const std::string folder = std::filesystem::path(path).parent_path().string();
  std::vector<LevelRequest> out;
  for (const Settings& item : list->items) {
    auto level = level_of_entry(item, folder);
    if (!level) return tl::unexpected(level.error());
    out.push_back(std::move(*level));
  }
  return out;
}

Result<std::vector<LevelRequest>> checked_levels(std::vector<LevelRequest> levels) {
  const auto refused = [](const std::string& why) { return fail(ErrorCode::kInvalid, why); };
  if (levels.empty())
    return refused("no levels: give --level idle=START/END, steady=... and workload=...");
  if (levels.size() > kMostLevels) return refused("more than 100 levels");
  std::stable_sort(levels.begin(), levels.end(),
                   [](const auto& a, const auto& b) { return a.window.start < b.window.start; });
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const Window& window = levels[i].window;
    if (window.end <= window.start)
      return refused("level " + levels[i].name + " ends before it begins");
    if (window.end - window.start > kLongestLevel)
      return refused("level " + levels[i].name + " is longer than a day");
    if (i > 0 && window.start < levels[i - 1].window.end)
      return refused("levels " + levels[i - 1].name + " and " + levels[i].name + " overlap");
    for (std::size_t k = 0; k < i; ++k)
      if (levels[k].name == levels[i].name)
        return refused("level " + levels[i].name + " is given twice");
  }
  return levels;
}

}  // namespace joulemark
