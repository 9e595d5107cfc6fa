#include "sources/redfish/poll/selection.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace joulemark::redfish {
namespace {

constexpr std::string_view kRoot = "/redfish/v1/";

double quantum_of(const Measured& one) {
  const auto decimals = one.reading ? one.reading->decimals() : std::nullopt;
  return one.si_per_unit * std::pow(10.0, -decimals.value_or(3));
}

// A meter may well have counted 2^32 J: all bits set are a sentinel of a power alone.
bool is_plausible(const Measured& one) {
  return one.quantity == QuantityKind::kPower ? !is_sentinel(one.si()) : one.si() >= 0.0;
}

// Less is better.
using Rank = std::tuple<int, int, double, int, std::string>;
Rank rank_of(const Measured& one) {
  const bool energy = one.quantity == QuantityKind::kEnergy;
  return {one.power_kind == PowerKind::kReal ? 0 : 1,
          energy ? (one.lifetime ? 0 : 1) : (one.boundary == Boundary::kUnknown ? 1 : 0),
          energy ? quantum_of(one) : 0.0, static_cast<int>(one.seen), one.path + one.pointer};
}

bool is_part(const Measured& one) {
  return one.about == About::kCpu || one.about == About::kMemory || one.about == About::kGpu ||
         one.about == About::kModule;
}

class Choice {
 public:
  Choice(Inventory& inventory, const Places& places, bool probing)
      : inventory_(inventory), places_(places), probing_(probing) {}

  void consider(std::size_t i) {
    const Measured& one = inventory_.measured[i];
    if (!one.reading || !is_plausible(one)) return;
    auto sensor = places_.of(one);
    if (!sensor || too_coarse(one, sensor->scope)) return;
    const Key key{sensor->scope, one.quantity};
    const auto [at, added] = best_.emplace(key, Chosen{i, *sensor});
    if (!added && rank_of(one) < rank_of(inventory_.measured[at->second.measured]))
      at->second = {i, std::move(*sensor)};
  }

  std::vector<Chosen> result() {
    find_whole();
    remark_coarse();
    std::vector<Chosen> out;
    for (auto& [key, chosen] : best_)
      if (worth_a_request(chosen)) out.push_back(std::move(chosen));
    return out;
  }

 private:
  using Key = std::pair<std::string, QuantityKind>;

  bool too_coarse(const Measured& one, const std::string& scope) {
    if (one.quantity != QuantityKind::kEnergy || quantum_of(one) <= kCoarsestCount) return false;
    coarse_.emplace(scope, Remark{one.path, "COARSE",
                                  one.name + ": energy in steps of " +
                                      std::to_string(std::lround(quantum_of(one) / 1e3)) +
                                      " kJ is not served; its power is integrated instead"});
    return true;
  }

  // Where nothing finer is served.
  void remark_coarse() {
    for (auto& [scope, remark] : coarse_)
      if (!best_.contains({scope, QuantityKind::kEnergy}))
        inventory_.remarks.push_back(std::move(remark));
  }

  // What is read for the node as a whole, for PDUs and shelves.
  void find_whole() {
    for (const auto& [key, chosen] : best_) {
      const Measured& one = inventory_.measured[chosen.measured];
      if (one.about == About::kChassis && key.second == QuantityKind::kPower) {
        whole_ = true;
        known_ = known_ || one.boundary != Boundary::kUnknown;
      }
      has_total_ = has_total_ || one.about == About::kDistribution;
      if (one.about == About::kChassis || one.about == About::kDistribution ||
          one.about == About::kOutlet)
        paths_.insert(one.path);
    }
    for (const ReportedValue& value : inventory_.reported) reported_.insert(value.sensor);
  }

  [[nodiscard]] bool worth_a_request(const Chosen& chosen) const {
    const Measured& one = inventory_.measured[chosen.measured];
    if (paths_.contains(one.path)) return true;
    switch (one.about) {
      case About::kSupplyInput:
        return probing_ || !known_;
      case About::kSupplyOutput:
        return probing_ || (!whole_ && !has_inputs());
      case About::kMains:
        return !has_total_;
      default:
        return !is_part(one) || !whole_ || reported_.contains(one.data_source);
    }
  }

  [[nodiscard]] bool has_inputs() const {
    return std::any_of(best_.begin(), best_.end(), [&](const auto& entry) {
      return inventory_.measured[entry.second.measured].about == About::kSupplyInput;
    });
  }

  Inventory& inventory_;
  const Places& places_;
  const bool probing_;
  std::map<Key, Chosen> best_;
  std::map<std::string, Remark> coarse_;  // by scope
  std::set<std::string> paths_, reported_;
  bool whole_ = false, known_ = false, has_total_ = false;
};

}  // namespace

std::string id_of(const Measured& one) {
  std::string path = one.path, pointer = one.pointer;
  if (path.starts_with(kRoot)) path.erase(0, kRoot.size());
  constexpr std::string_view kReading = "/Reading";
  if (pointer.ends_with(kReading)) pointer.erase(pointer.size() - kReading.size());
  return pointer.empty() ? path : path + "#" + pointer;
}

std::vector<Chosen> choose(Inventory& inventory, const std::vector<std::size_t>& kept,
                           const Places& places, bool probing) {
  Choice choice(inventory, places, probing);
  for (const std::size_t i : kept) choice.consider(i);
  return choice.result();
}

}  // namespace joulemark::redfish
