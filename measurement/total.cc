#include "measurement/total.h"

#include <algorithm>
#include <cmath>

namespace joulemark {
namespace {

constexpr double kEstimatedMembersLimit = 0.01;  // N-3, of the members and of the energy
constexpr double kWorseLimit = 0.01;             // L-1
constexpr double kEstimatedLimit = 0.05;         // L-1
constexpr double kEstimatedLimitCalibrated = 0.01;

void combine_budget(Total& total) {
  total.combined = combine(total.budget);
  total.headline_U = total.codes.contains(Code::kAliasRisk)
                         ? safe_uncertainty(total.combined.U, total.alias_bound)
                         : total.combined.U;
}

bool can_be_estimated(const MissingMember& member) {
  return member.nameplate_watts && std::isfinite(*member.nameplate_watts) &&
         member.floor_watts >= 0.0 && *member.nameplate_watts >= member.floor_watts;
}

struct Estimate {
  double energy = 0.0;
  Budget budget;
};

// N-3: the middle of [floor, nameplate], rectangular, one group per model.
Estimate estimate(const std::vector<MissingMember>& missing, double duration) {
  Estimate all;
  for (const MissingMember& member : missing) {
    const double low = member.floor_watts, high = *member.nameplate_watts;
    all.energy += 0.5 * (low + high) * duration;
    all.budget.push_back({.name = "missing",
                          .u = (high - low) * duration / std::sqrt(12.0),
                          .group = "missing/" + member.model,
                          .outage = {}});
  }
  return all;
}

void mark_incomplete(Total& total) {
  if (total.status == Total::Status::kComplete) total.status = Total::Status::kIncomplete;
  total.codes.insert(Code::kIncompleteNodes);
}

double estimated_limit(Class cls) {
  if (cls == Class::kReferenceOnly) return kInfinity;
  return cls == Class::kCalibrated ? kEstimatedLimitCalibrated : kEstimatedLimit;
}

// Energy that L-1 holds against the class: measured of worse classes, and estimated.
struct Shares {
  double worse = 0.0, estimated = 0.0;
};

Shares shares_against(Class cls, const std::vector<TotalItem>& items) {
  Shares shares;
  for (const TotalItem& item : items) {
    if (item.estimated)
      shares.estimated += std::fabs(item.energy);
    else if (item.cls > cls)
      shares.worse += std::fabs(item.energy);
  }
  return shares;
}

bool class_holds(Class cls, const std::vector<TotalItem>& items, double energy, double U) {
  const Shares shares = shares_against(cls, items);
  return shares.worse <= kWorseLimit * energy &&
         shares.estimated <= estimated_limit(cls) * energy && U <= uncertainty_limit(cls) * energy;
}

}  // namespace

Total sum(const std::vector<SeriesEnergy>& parts) {
  Total total;
  bool any = false, all = true;
  for (const SeriesEnergy& part : parts) {
    total.codes.insert(part.codes.begin(), part.codes.end());
    if (part.refused) {
      all = false;
      continue;
    }
    any = true;
    total.energy += part.energy;
    total.alias_bound += part.alias_bound;
    total.budget.insert(total.budget.end(), part.budget.begin(), part.budget.end());
  }
  total.status = any ? Total::Status::kComplete : Total::Status::kRefused;
  if (!all) mark_incomplete(total);
  combine_budget(total);
  return total;
}

Total with_missing(const std::vector<SeriesEnergy>& measured, std::size_t measured_members,
                   const std::vector<MissingMember>& missing, double duration) {
  Total total = sum(measured);
  if (missing.empty() || total.status != Total::Status::kComplete) {
    if (!missing.empty()) mark_incomplete(total);
    return total;
  }
  const double members = static_cast<double>(measured_members + missing.size());
  const bool few = static_cast<double>(missing.size()) <= kEstimatedMembersLimit * members;
  if (!few || !std::all_of(missing.begin(), missing.end(), can_be_estimated)) {
    mark_incomplete(total);
    return total;
  }
  const Estimate added = estimate(missing, duration);
  if (added.energy > kEstimatedMembersLimit * (total.energy + added.energy)) {
    mark_incomplete(total);
    return total;
  }
  total.energy += added.energy;
  total.budget.insert(total.budget.end(), added.budget.begin(), added.budget.end());
  total.codes.insert(Code::kEstimatedMembers);
  combine_budget(total);
  return total;
}

Class class_of_total(const std::vector<TotalItem>& items, double energy, double U, Class cap) {
  for (Class cls :
       {Class::kCalibrated, Class::kCrossValidated, Class::kCorroborated, Class::kVendorStated})
    if (cls >= cap && class_holds(cls, items, energy, U)) return cls;
  return Class::kReferenceOnly;
}

}  // namespace joulemark
