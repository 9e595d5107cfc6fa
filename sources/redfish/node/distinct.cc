#include <algorithm>
#include <map>
#include <tuple>

#include "sources/redfish/node/conclusion.h"

namespace joulemark::redfish {
namespace {

// How much an entry says about what it covers; less is better. A memory module of a GPU shows the
// power of the whole GPU (NVIDIA), so memory comes after everything that has a place.
int vagueness(const Measured& one) {
  if (one.about == About::kPart) return 3;
  if (one.about == About::kMemory) return 2;
  return one.seen == Seen::kSensor ? 1 : 0;
}

using Key = std::tuple<std::string, QuantityKind, bool>;

Key key_of(const Measured& one) {
  const std::string& source = one.data_source;
  return {source.empty() ? one.path + "#" + one.pointer : source, one.quantity, one.lifetime};
}

bool repeats_joules(const Inventory& inventory, const Measured& one) {
  if (one.si_per_unit == 1.0 || one.quantity != QuantityKind::kEnergy || one.lifetime) return false;
  return std::any_of(inventory.measured.begin(), inventory.measured.end(), [&](const auto& other) {
    return other.path == one.path && other.quantity == QuantityKind::kEnergy &&
           other.si_per_unit == 1.0 && other.reading;
  });
}

}  // namespace

std::vector<std::size_t> distinct(const Inventory& inventory) {
  std::map<Key, std::size_t> best;
  const auto& all = inventory.measured;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (repeats_joules(inventory, all[i])) continue;
    const auto [at, added] = best.emplace(key_of(all[i]), i);
    if (!added && vagueness(all[i]) < vagueness(all[at->second])) at->second = i;
  }
  std::vector<std::size_t> out;
  out.reserve(best.size());
  for (const auto& [key, index] : best) out.push_back(index);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace joulemark::redfish
