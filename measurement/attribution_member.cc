#include "measurement/attribution_member.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "measurement/numbers.h"

namespace joulemark {
namespace {

constexpr double kAllocationTolerance = 1e-9;  // thirds that add up to 1 leave nothing over

using Weights = std::vector<double>;
using Parts = std::vector<Millijoules>;  // one per job

Result<void> check_jobs(const std::vector<WorkOfJob>& jobs) {
  double allocated = 0.0, weight = 0.0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (i > 0 && jobs[i].job == jobs[i - 1].job)
      return fail(ErrorCode::kInvalid, "job " + jobs[i].job + " appears twice");
    if (!is_amount(jobs[i].weight) || !is_amount(jobs[i].allocated))
      return fail(ErrorCode::kInvalid,
                  "job " + jobs[i].job + " has a weight or allocation that is no usable number");
    allocated += jobs[i].allocated;
    weight += jobs[i].weight;
  }
  if (!is_amount(weight)) return fail(ErrorCode::kInvalid, "its weights are too large to add up");
  if (allocated > 1.0 + kAllocationTolerance)
    return fail(ErrorCode::kInvalid, "its allocations add up to more than all of it");
  return {};
}

Result<void> check_idle(const AttributedMember& member) {
  if (is_amount(member.idle_watts) && is_amount(member.u_idle_watts)) return {};
  return fail(ErrorCode::kInvalid,
              "it has no idle baseline; measure one without work for at least 300 s");
}

template <class Member>
Weights column(const std::vector<WorkOfJob>& jobs, Member member) {
  Weights weights;
  for (const WorkOfJob& job : jobs) weights.push_back(job.*member);
  return weights;
}

double sum_of_weights(const Weights& weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

// What nobody has allocated takes part as one more, last job (W-3).
Weights with_unallocated(Weights allocated) {
  const double rest = 1.0 - sum_of_weights(allocated);
  if (rest > kAllocationTolerance) allocated.push_back(rest);
  return allocated;
}

struct SplitParts {
  Parts idle, dynamic;                    // at least one entry per job; one more is unallocated
  Weights idle_weights, dynamic_weights;  // add up to 1, or to 0 where nothing is apportioned

  // Whether energy that moves from the idle to the dynamic part moves away from this job.
  [[nodiscard]] double moved_fraction(std::size_t job) const {
    return std::fabs(idle_weights[job] - dynamic_weights[job]);
  }
};

Weights normalised(Weights weights) {
  const double sum = sum_of_weights(weights);
  for (double& weight : weights) weight = sum > 0.0 ? weight / sum : 0.0;
  return weights;
}

// W-2: the dynamic part by work, or by allocation where no work was done.
Result<SplitParts> split(const EnergyShare& member, const Weights& allocated, const Weights& work) {
  const Weights& of_dynamic = sum_of_weights(work) > 0.0 ? work : allocated;
  auto idle = apportion(member.idle, allocated);
  auto dynamic = apportion(member.dynamic, of_dynamic);
  if (!idle || !dynamic) return tl::unexpected((idle ? dynamic : idle).error());
  return SplitParts{std::move(*idle), std::move(*dynamic), normalised(allocated),
                    normalised(of_dynamic)};
}

// W-5: each share with U_rel of the total; what the split adds comes on top.
EnergyShare with_total_uncertainty(Millijoules idle, Millijoules dynamic, double relative) {
  EnergyShare share{idle, dynamic};
  share.U_idle = 1e-3 * static_cast<double>(idle) * relative;
  share.U_dynamic = 1e-3 * static_cast<double>(dynamic) * relative;
  share.U = share.U_idle + share.U_dynamic;
  return share;
}

double split_uncertainty(const AttributedMember& member, double duration) {
  return 2.0 * duration * member.u_idle_watts;
}

Result<EnergyShare> whole_member(const AttributedMember& member, double duration, double relative) {
  const auto total = millijoules(member.energy);
  if (!total) return tl::unexpected(total.error());
  const double floor = member.idle_watts * duration;
  const auto idle = millijoules(std::min(floor, member.energy + 1.0));  // W-1
  if (!idle) return tl::unexpected(idle.error());
  const Millijoules floored = std::min(*total, *idle);
  EnergyShare whole = with_total_uncertainty(floored, *total - floored, relative);
  whole.U_idle += split_uncertainty(member, duration);
  whole.U_dynamic += split_uncertainty(member, duration);
  return whole;
}

EnergyShare part_of_job(const SplitParts& parts, std::size_t job, double relative, double moved) {
  EnergyShare part = with_total_uncertainty(parts.idle[job], parts.dynamic[job], relative);
  part.U_idle += moved * parts.idle_weights[job];
  part.U_dynamic += moved * parts.dynamic_weights[job];
  part.U += moved * parts.moved_fraction(job);
  return part;
}

// W-2: a second figure by allocation, what is not allocated left to the others.
SharedNodeShare second_figure(const SplitParts& second, std::size_t job, Millijoules whole) {
  return {second.idle[job] + second.dynamic[job], second.dynamic[job], whole};
}

double fraction(Millijoules part, Millijoules whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

}  // namespace

Result<ShareOfMember> share_of_member(const AttributedMember& member, double duration,
                                      double relative) {
  std::vector<WorkOfJob> jobs = member.jobs;
  std::sort(jobs.begin(), jobs.end(), [](const auto& a, const auto& b) { return a.job < b.job; });
  if (auto checked = check_jobs(jobs); !checked) return tl::unexpected(checked.error());
  if (auto checked = check_idle(member); !checked) return tl::unexpected(checked.error());
  const auto whole = whole_member(member, duration, relative);
  if (!whole) return tl::unexpected(whole.error());

  const Weights work = column(jobs, &WorkOfJob::weight);
  const Weights allocated = column(jobs, &WorkOfJob::allocated);
  const auto second = split(*whole, with_unallocated(allocated), work);
  const auto charged = member.shared ? split(*whole, allocated, work) : second;  // N-0
  if (!second || !charged) return tl::unexpected((second ? charged : second).error());

  ShareOfMember share;
  share.node = member.node;
  share.role = member.role;
  share.energy = *whole;
  share.unattributed = whole->total();
  share.shared = member.shared;
  share.idle_fraction = fraction(whole->idle, whole->total());
  share.weight = sum_of_weights(work);
  const double moved = split_uncertainty(member, duration);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    ShareOfJob job{jobs[i].job, part_of_job(*charged, i, relative, moved), jobs[i].weight, {}};
    if (member.shared) job.shared = second_figure(*second, i, whole->total());
    share.unattributed -= job.energy.total();
    share.jobs.push_back(std::move(job));
  }
  return share;
}

}  // namespace joulemark
