#include "sources/registry.h"

#include <algorithm>
#include <vector>

namespace joulemark {

#define JOULEMARK_SOURCE(name) extern const SourceEntry k_##name##_source;
#include "sources/registry.def"
#undef JOULEMARK_SOURCE

std::span<const SourceEntry> registry() {
  static const std::vector<SourceEntry> entries = {
#define JOULEMARK_SOURCE(name) k_##name##_source,
#include "sources/registry.def"
#undef JOULEMARK_SOURCE
  };
  return entries;
}

const SourceEntry* find_source(std::string_view name) {
  const auto all = registry();
  const auto found = std::ranges::find(all, name, &SourceEntry::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace joulemark
