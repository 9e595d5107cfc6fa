#include "query/plan/prepared_plan.h"

#include "query/plan/plan_reader.h"

namespace joulemark {
namespace {

Result<void> read_evidence(PreparedPlan& out) {
  const Plan& plan = out.plan;
  const auto text_of = [&](const std::string& name) -> const std::string& {
    return out.folder.files.at(name);
  };
  if (plan.allocation && plan.allocation->evidence != AllocationEvidence::kTyped) {
    auto record = read_allocation_record(plan, text_of(plan.allocation->file));
    if (!record) return fail_in(plan.allocation->file, record.error());
    if (auto good = check_allocation(*record, plan); !good)
      return fail_in(plan.allocation->file, good.error());
    out.allocation = std::move(*record);
  }
  if (!plan.idle_baseline.empty()) {
    auto idle = idle_from_json(text_of(plan.idle_baseline), plan.idle_baseline);
    if (!idle) return tl::unexpected<Error>(idle.error());
    out.idle = std::move(*idle);
  }
  for (const std::string& name : plan.crosschecks) {
    auto file = crosscheck_from_json(text_of(name), name);
    if (!file) return tl::unexpected<Error>(file.error());
    out.crosschecks.push_back(std::move(*file));
  }
  if (!plan.work || plan.work->file.empty()) return {};
  auto work = read_work_log(text_of(plan.work->file), plan.work->file);
  if (!work) return tl::unexpected<Error>(work.error());
  out.work = std::move(*work);
  return {};
}

}  // namespace

Result<PreparedPlan> prepare_plan(PlanFolder folder, PlanUse use) {
  PreparedPlan out;
  auto plan = read_plan(folder.text, folder.name);
  if (!plan) return tl::unexpected<Error>(plan.error());
  *plan = plan_for(use, std::move(*plan));
  for (const std::string& name : plan->files())
    if (!folder.files.contains(name))
      return fail(ErrorCode::kInvalid, folder.name + ": " + name + " is missing");
  out.folder = std::move(folder);
  out.plan = std::move(*plan);
  if (auto done = read_evidence(out); !done) return tl::unexpected<Error>(done.error());
  return out;
}

}  // namespace joulemark
