#include "measurement/cover.h"

#include <algorithm>
#include <tuple>

#include "core/names.h"
#include "measurement/scope.h"

namespace joulemark {
namespace {

using Candidates = std::vector<CoverCandidate>;
using Indices = std::vector<std::size_t>;

constexpr NameTable<MemberRole, 8> kRoleNames{{
    {MemberRole::kCounted, "counted"},
    {MemberRole::kDual, "dual"},
    {MemberRole::kContained, "contained"},
    {MemberRole::kContains, "contains"},
    {MemberRole::kDead, "dead"},
    {MemberRole::kRefused, "refused"},
    {MemberRole::kUnranked, "unranked"},
    {MemberRole::kUnusable, "unusable"},
}};

constexpr Basis kAllBases[] = {
    Basis::kOutlets, Basis::kAcInput, Basis::kCray, Basis::kPlatform,   Basis::kChassis,
    Basis::kModule,  Basis::kBattery, Basis::kPsys, Basis::kBoardInput, Basis::kComponents};

bool overlaps_any(const Candidates& all, std::size_t one, const Indices& others) {
  return std::any_of(others.begin(), others.end(),
                     [&](std::size_t i) { return overlap(all[i].scope, all[one].scope); });
}

// Upstream before downstream, outermost before inner, then of equal scopes the one that counts:
// F-1, energy counter before power, id (S-1, S-1b). A container's path is shorter than its parts'.
auto order_of(const CoverCandidate& c) {
  return std::tuple(*basis_of(c), c.scope.size(), std::string_view(c.scope), !c.meets_sampling,
                    c.quantity != QuantityKind::kEnergy, std::string_view(c.id),
                    std::string_view(c.source), std::string_view(c.driver));
}

// Disjoint paths out of the pool: never a scope and its own part, never one scope twice.
Indices disjoint(const Candidates& all, Indices pool) {
  std::sort(pool.begin(), pool.end(),
            [&](std::size_t a, std::size_t b) { return order_of(all[a]) < order_of(all[b]); });
  Indices taken;
  for (std::size_t i : pool)
    if (!overlaps_any(all, i, taken)) taken.push_back(i);
  return taken;
}

bool countable(const CoverCandidate& c) { return c.alive && !c.refused; }

Indices pool_of(const Candidates& all, Basis basis) {
  const auto of = [&](Basis wanted) {
    Indices pool;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (countable(all[i]) && basis_of(all[i]) == wanted) pool.push_back(i);
    return pool;
  };
  Indices pool = of(basis);
  if (basis == Basis::kModule && !pool.empty())  // and the boards outside the modules (S-1a)
    for (std::size_t i : of(Basis::kComponents)) pool.push_back(i);
  return pool;
}

// A declared outlet, input or battery that says nothing, and that no counted scope stands for.
bool lacks_a_member(const Candidates& all, Basis basis, const Indices& members) {
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!countable(all[i]) && basis_of(all[i]) == basis && !overlaps_any(all, i, members))
      return true;
  return false;
}

bool one_supply(const Candidates& all, const Indices& members) {
  return std::all_of(members.begin(), members.end(), [&](std::size_t i) {
    return supply_of(all[i]) == supply_of(all[members.front()]);
  });
}

// Rank 8: exactly one zone, not below sum(package + dram); what is not known does not count as met.
bool psys_is_plausible(const Candidates& all, const Indices& pool) {
  if (pool.size() != 1) return false;
  Watts parts;
  for (std::size_t i : disjoint(all, pool_of(all, Basis::kComponents))) {
    if (all[i].component == Component::kGpu) continue;
    if (!all[i].power || !all[pool.front()].power) return false;
    parts += *all[i].power;
  }
  return parts == Watts(0.0) || *all[pool.front()].power >= parts;
}

bool usable(const Candidates& all, Basis basis, const Indices& pool, const Indices& members) {
  if (basis == Basis::kPsys && !psys_is_plausible(all, pool)) return false;
  if (basis == Basis::kBattery && lacks_a_member(all, basis, members)) return false;
  return one_supply(all, members);
}

Cover make_cover(const Candidates& all, Basis basis, bool complete, Indices members) {
  std::sort(members.begin(), members.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(all[a].scope, all[a].id) < std::tie(all[b].scope, all[b].id);
  });
  return {basis, complete, supply_of(all[members.front()]), std::move(members)};
}

// The next cover of the same basis that shares as little as possible with what was counted before:
// second meters, or parts instead of the whole; scopes without such keep their meter.
Indices next_members(const Candidates& all, const Indices& unused, const Indices& first) {
  Indices members = disjoint(all, unused);
  if (members.empty()) return members;
  for (std::size_t i : first)
    if (!overlaps_any(all, i, members)) members.push_back(i);
  return members;
}

void remove_all(Indices& from, const Indices& what) {
  std::erase_if(
      from, [&](std::size_t i) { return std::find(what.begin(), what.end(), i) != what.end(); });
}

// All covers of one basis, the outermost scopes first (S-1c).
std::vector<Cover> covers_of(const Candidates& all, Basis basis, bool has_battery) {
  Indices pool = pool_of(all, basis);
  const Indices first = disjoint(all, pool);
  std::vector<Cover> covers;
  if (first.empty() || !usable(all, basis, pool, first)) return covers;
  const bool complete = complete_basis(basis, has_battery);
  for (Indices members = first; !members.empty(); members = next_members(all, pool, first)) {
    if (one_supply(all, members))
      covers.push_back(
          make_cover(all, basis, complete && !lacks_a_member(all, basis, members), members));
    remove_all(pool, members);
    if (!complete) break;  // S-1c is about complete covers
  }
  return covers;
}

// Best first: complete, then incomplete by its nature, then a sum that lacks a member; then F-1,
// then the rank (S-1b).
auto standing(const Candidates& all, const Cover& cover, bool has_battery) {
  const bool lacking = !cover.complete && complete_basis(cover.basis, has_battery);
  const bool fast = std::all_of(cover.members.begin(), cover.members.end(),
                                [&](std::size_t i) { return all[i].meets_sampling; });
  return std::tuple(lacking ? 2 : cover.complete ? 0 : 1, !fast, cover.basis);
}

bool holds(const Cover& cover, std::size_t candidate) {
  return std::find(cover.members.begin(), cover.members.end(), candidate) != cover.members.end();
}

// Beside the counted scopes: by path where the paths meet, else by rank (a smaller rank lies
// further upstream and so contains what is counted).
MemberRole role_beside(const Candidates& all, std::size_t candidate, const Cover& counted) {
  const std::string& scope = all[candidate].scope;
  const auto any = [&](auto&& holds_for) {
    return std::any_of(counted.members.begin(), counted.members.end(),
                       [&](std::size_t i) { return holds_for(all[i].scope); });
  };
  const Basis basis = *basis_of(all[candidate]);
  if (any([&](const std::string& s) { return s == scope; })) return MemberRole::kDual;
  if (basis < counted.basis) return MemberRole::kContains;
  if (basis > counted.basis) return MemberRole::kContained;
  return any([&](const std::string& s) { return contains(scope, s); }) ? MemberRole::kContains
                                                                       : MemberRole::kContained;
}

MemberRole role_of(const Candidates& all, std::size_t candidate,
                   const std::optional<Cover>& counted, const std::vector<Basis>& usable_bases) {
  const CoverCandidate& c = all[candidate];
  const std::optional<Basis> basis = basis_of(c);
  if (!basis) return MemberRole::kUnranked;
  if (c.refused) return MemberRole::kRefused;
  if (!c.alive) return MemberRole::kDead;
  if (counted && holds(*counted, candidate)) return MemberRole::kCounted;
  if (std::find(usable_bases.begin(), usable_bases.end(), *basis) == usable_bases.end())
    return MemberRole::kUnusable;
  return role_beside(all, candidate, *counted);
}

}  // namespace

std::string_view to_string(MemberRole role) { return name_of(kRoleNames, role); }

CoverChoice choose_cover(const Candidates& candidates, bool has_battery) {
  CoverChoice choice;
  std::vector<Cover> firsts, further;
  std::vector<Basis> usable_bases;
  for (Basis basis : kAllBases) {
    std::vector<Cover> covers = covers_of(candidates, basis, has_battery);
    if (covers.empty()) continue;
    usable_bases.push_back(basis);
    firsts.push_back(std::move(covers.front()));
    for (auto cover = covers.begin() + 1; cover != covers.end(); ++cover)
      further.push_back(std::move(*cover));
  }
  const auto before = [&](const Cover& a, const Cover& b) {
    return standing(candidates, a, has_battery) < standing(candidates, b, has_battery);
  };
  std::stable_sort(firsts.begin(), firsts.end(), before);
  if (!firsts.empty()) {
    choice.counted = firsts.front();
    firsts.erase(firsts.begin());
  }
  for (std::vector<Cover>* covers : {&firsts, &further})
    for (Cover& cover : *covers)
      if (cover.complete) choice.others.push_back(std::move(cover));
  std::stable_sort(choice.others.begin(), choice.others.end(),
                   [](const Cover& a, const Cover& b) { return a.basis < b.basis; });
  for (std::size_t i = 0; i < candidates.size(); ++i)
    choice.roles.push_back(role_of(candidates, i, choice.counted, usable_bases));
  return choice;
}

}  // namespace joulemark
