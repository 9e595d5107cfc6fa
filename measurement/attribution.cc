#include "measurement/attribution.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>
#include <utility>

#include "measurement/attribution_member.h"
#include "measurement/numbers.h"

namespace joulemark {
namespace {

void add_energy(EnergyShare& sum, const EnergyShare& part) {
  sum.idle += part.idle;
  sum.dynamic += part.dynamic;
  // The split errors of members of one model are alike: linear, as all of it is.
  sum.U_idle += part.U_idle;
  sum.U_dynamic += part.U_dynamic;
  sum.U += part.U;
}

Result<void> check_names(std::span<const AttributedMember> members) {
  std::set<std::string_view> nodes;
  for (const AttributedMember& member : members)
    if (!nodes.insert(member.node).second)
      return fail(ErrorCode::kInvalid, "member " + member.node + " appears twice");
  return {};
}

std::vector<JobTotal> job_totals(const std::vector<ShareOfMember>& members,
                                 RelativeUncertainty of_total) {
  std::map<std::string, JobTotal> jobs;
  for (const ShareOfMember& member : members)
    for (const ShareOfJob& share : member.jobs) {
      JobTotal& job = jobs[share.job];
      job.job = share.job;
      add_energy(job.energy, share.energy);
      job.weight += share.weight;
    }
  std::vector<JobTotal> sorted;
  sorted.reserve(jobs.size());
  for (auto& [name, job] : jobs) {
    const double energy = 1e-3 * static_cast<double>(job.energy.total());
    // What the split adds is expanded by 2.
    const double of_split = std::max(0.0, job.energy.U - of_total.U * energy);
    const double u = of_total.u * energy + 0.5 * of_split;
    if (const auto y = energy_per_work(energy, u, job.energy.U, job.weight)) job.per_work = *y;
    sorted.push_back(std::move(job));
  }
  return sorted;
}

std::vector<ShareOfRole> role_totals(const std::vector<ShareOfMember>& members) {
  std::map<std::string, ShareOfRole> roles;
  for (const ShareOfMember& member : members) {
    ShareOfRole& role = roles[member.role];
    role.role = member.role;
    ++role.members;
    add_energy(role.energy, member.energy);
    role.weight += member.weight;
  }
  std::vector<ShareOfRole> sorted;
  sorted.reserve(roles.size());
  for (auto& [name, role] : roles) sorted.push_back(std::move(role));
  return sorted;
}

[[maybe_unused]] bool is_conserved(const Attribution& attribution) {
  Millijoules sum = attribution.unattributed;
  for (const JobTotal& job : attribution.jobs) sum += job.energy.total();
  return sum == attribution.total;
}

}  // namespace

Result<Attribution> attribute(std::span<const AttributedMember> members, double duration,
                              RelativeUncertainty of_total) {
  if (members.empty()) return fail(ErrorCode::kInvalid, "there is no member to attribute");
  if (!is_positive(duration) || !is_amount(of_total.u) || !is_amount(of_total.U))
    return fail(ErrorCode::kInvalid, "the window or the uncertainty of the total is no number");
  if (auto checked = check_names(members); !checked) return tl::unexpected(checked.error());
  Attribution attribution;
  for (const AttributedMember& member : members) {
    auto share = share_of_member(member, duration, of_total.U);
    if (!share) return fail_in("member " + member.node, share.error());
    if (share->energy.total() > kMostMillijoules - attribution.total)
      return fail(ErrorCode::kInvalid, "the energies add up to more than can be split exactly");
    attribution.total += share->energy.total();
    attribution.unattributed += share->unattributed;
    attribution.members.push_back(std::move(*share));
  }
  for (ShareOfMember& member : attribution.members)
    if (attribution.total > 0)
      member.share =
          static_cast<double>(member.energy.total()) / static_cast<double>(attribution.total);
  attribution.jobs = job_totals(attribution.members, of_total);
  attribution.roles = role_totals(attribution.members);
  assert(is_conserved(attribution));
  return attribution;
}

}  // namespace joulemark
