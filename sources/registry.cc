#include "sources/registry.h"

#include <algorithm>
#include <vector>

namespace joulemark {

#define JOULEMARK_SOURCE(name) extern const SourceEntry k_##name##_source;
#include "sources/registry.def"
#undef JOULEMARK_SOURCE

std::span<const SourceEntry> registry() {
  static const std::vector<SourceEntry> kEntries = {
#define JOULEMARK_SOURCE(name) k_##name##_source,
#include "sources/registry.def"
#undef JOULEMARK_SOURCE
  };
  return kEntries;
}

const SourceEntry* find_source(std::string_view name) {
  const auto entries = registry();
  const auto found = std::ranges::find(entries, name, &SourceEntry::name);
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace joulemark
