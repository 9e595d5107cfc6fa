#include "query/plan/work_done.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "measurement/statistics.h"

namespace joulemark {
namespace {

constexpr std::array<std::string_view, 4> kKindsByRank{"output_tokens", "batches", "active_seconds",
                                                       "input_tokens"};

struct Inside {
  double amount = 0.0, half_width = 0.0;
};

// Of work that lasted from begin to end, evenly; what crosses an edge may be all in or all out.
Inside part_inside(const WorkEntry& entry, const Window& window) {
  if (!entry.begin || !entry.end) return {entry.amount, 0.0};
  const UtcTime first = std::max(*entry.begin, window.start);
  const UtcTime last = std::min(*entry.end, window.end);
  const double length = seconds(*entry.end - *entry.begin);
  if (last < first || (length > 0.0 && last == first)) return {};
  const double share = length > 0.0 ? seconds(last - first) / length : 1.0;
  const double amount = entry.amount * share;
  return {amount, share < 1.0 ? std::max(amount, entry.amount - amount) : 0.0};
}

// Values without restarts: what was counted before one is added from there on.
std::vector<double> unwrapped(const std::vector<double>& values) {
  std::vector<double> out;
  double before = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0 && values[i] < values[i - 1]) before += values[i - 1];
    out.push_back(values[i] + before);
  }
  return out;
}

struct AtEdge {
  double low = 0.0, middle = 0.0, high = 0.0;  // before, at and after the edge
};

Result<AtEdge> value_at(UtcTime edge, const std::vector<UtcTime>& time,
                        const std::vector<double>& value) {
  const auto after = std::lower_bound(time.begin(), time.end(), edge);
  if (after == time.end() || (after == time.begin() && *after != edge))
    return fail(ErrorCode::kNotPresent, "the counter has no sample on one side of an edge");
  const auto i = static_cast<std::size_t>(after - time.begin());
  if (*after == edge) return AtEdge{value[i], value[i], value[i]};
  const double share = seconds(edge - time[i - 1]) / seconds(time[i] - time[i - 1]);
  return AtEdge{value[i - 1], value[i - 1] + share * (value[i] - value[i - 1]), value[i]};
}

class Collected {
 public:
  Collected(const PreparedPlan& plan, const Window& window) : window_(window) {
    for (const std::string& node : plan.plan.nodes()) members_.insert(node);
  }

  Result<void> add(const WorkEntry& entry);
  void add(const std::string& node, const std::string& job, const std::string& kind, double amount,
           double half_width, double allocated);
  [[nodiscard]] std::vector<WorkDone> by_rank() &&;

 private:
  const Window& window_;
  std::set<std::string> members_;
  std::map<std::string, WorkDone> kinds_;
  std::size_t outside_ = 0;
};

void Collected::add(const std::string& node, const std::string& job, const std::string& kind,
                    double amount, double half_width, double allocated) {
  WorkDone& done = kinds_[kind];
  done.kind = kind;
  WorkOnNode& on_node = done.by_node[node][job];
  on_node.amount += amount;
  on_node.allocated = allocated;
  done.total += amount;
  done.u_total = std::hypot(done.u_total, rectangular(half_width));
}

Result<void> Collected::add(const WorkEntry& entry) {
  if (!members_.contains(entry.node))
    return fail(ErrorCode::kInvalid,
                fmt::format("work of {}, which is no member of the plan", entry.node));
  const Inside inside = part_inside(entry, window_);
  const bool elsewhere = entry.amount > 0.0 && inside.amount <= 0.0;
  if (elsewhere) ++outside_;
  add(entry.node, entry.job, entry.kind, inside.amount, inside.half_width, entry.allocated);
  return {};
}

std::vector<WorkDone> Collected::by_rank() && {
  std::vector<WorkDone> out;
  for (const std::string_view kind : kKindsByRank)
    if (const auto found = kinds_.find(std::string(kind));
        found != kinds_.end() && found->second.total > 0.0)
      out.push_back(std::move(found->second));
  if (!out.empty() && outside_ > 0)
    out.front().notes.push_back(
        fmt::format("{} entries of the work log lie outside the window", outside_));
  return out;
}

}  // namespace

Result<CountedWork> increase_in(const WorkCounter& counter, const Window& window) {
  const auto value = unwrapped(counter.value);
  const auto begin = value_at(window.start, counter.time, value);
  if (!begin) return tl::unexpected<Error>(begin.error());
  const auto end = value_at(window.end, counter.time, value);
  if (!end) return tl::unexpected<Error>(end.error());
  const double amount = end->middle - begin->middle;
  const double most = end->high - begin->low;
  const double least = std::max(0.0, end->low - begin->high);
  return CountedWork{amount, std::max(most - amount, amount - least)};
}

Result<std::vector<WorkDone>> work_done(const PreparedPlan& plan, const Telemetry& telemetry,
                                        const Window& window) {
  Collected out(plan, window);
  if (plan.work)
    for (const WorkEntry& entry : plan.work->entries)
      if (auto done = out.add(entry); !done) return fail_in(plan.plan.work->file, done.error());
  if (plan.plan.work && !plan.plan.work->metric.empty())
    for (const WorkCounter& counter : telemetry.work) {
      const auto counted = increase_in(counter, window);
      if (!counted) return fail_in(plan.plan.work->metric + " of " + counter.node, counted.error());
      const std::string job = plan.plan.work->job.empty() ? "job" : plan.plan.work->job;
      out.add(counter.node, job, plan.plan.work->kind, counted->amount, counted->half_width, 1.0);
    }
  return std::move(out).by_rank();
}

}  // namespace joulemark
