// --level and --levels: the loads at which a cross-check compares (METHOD X-2).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "measurement/crosscheck.h"
#include "measurement/series.h"

namespace joulemark {

struct LevelRequest {
  std::string name;
  LevelKind kind = LevelKind::kSteady;
  Window window;
};

// "idle=START/END" or "idle=@window.json"; the name begins with idle, steady or workload, which is
// its kind.
Result<LevelRequest> parse_level(std::string_view text);
// YAML or JSON, schema joulemark.levels/1: levels: [{name, kind, start, end} | {name, kind,
// window}]; kind may be left out where the name begins with it. Files are looked up beside it.
Result<std::vector<LevelRequest>> levels_from(std::string_view text, const std::string& path);

// In order of time. kInvalid: a name given twice, levels that overlap, none, more than 100, one
// that is longer than a day.
Result<std::vector<LevelRequest>> checked_levels(std::vector<LevelRequest> levels);

}  // namespace joulemark
