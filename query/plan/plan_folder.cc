#include "query/plan/plan_folder.h"

#include <filesystem>

#include "query/plan/plan_reader.h"
#include "query/text_file.h"

namespace joulemark {
namespace {

constexpr std::size_t kMostAttachment = std::size_t{64} << 20;

// A plan names files beside itself or below: what is shipped with it.
Result<std::string> path_beside(const std::string& plan, const std::string& name) {
  const std::filesystem::path given(name);
  if (given.is_absolute() || given.lexically_normal().string().starts_with(".."))
    return fail(ErrorCode::kInvalid, plan + ": '" + name +
                                         "' must lie beside the plan or below it, so that plan "
                                         "and evidence travel together");
  return (std::filesystem::path(plan).parent_path() / given).string();
}

}  // namespace

Plan plan_for(PlanUse use, Plan plan) {
  if (use == PlanUse::kWhole) return plan;
  plan.idle_baseline.clear();
  plan.work.reset();
  return plan;
}

Result<PlanFolder> read_plan_folder(const std::string& path, PlanUse use) {
  PlanFolder out;
  auto text = read_text_file(path);
  if (!text) return tl::unexpected<Error>(text.error());
  out.name = std::filesystem::path(path).filename().string();
  out.text = std::move(*text);
  const auto plan = read_plan(out.text, path);
  if (!plan) return tl::unexpected<Error>(plan.error());
  for (const std::string& name : plan_for(use, *plan).files()) {
    const auto where = path_beside(path, name);
    if (!where) return tl::unexpected<Error>(where.error());
    auto bytes = read_text_file(*where, kMostAttachment);
    if (!bytes) return fail_in(path, bytes.error());
    out.files.emplace(name, std::move(*bytes));
  }
  return out;
}

}  // namespace joulemark
