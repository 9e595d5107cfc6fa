#include "query/plan/plan_reader.h"

#include <array>

#include "query/plan/plan_readers.h"

namespace joulemark {
namespace {

constexpr std::string_view kPlanSchema = "joulemark.plan/1";
constexpr std::array<const char*, 16> kPlanKeys{
    "members", "allocation",  "covers",      "psu_efficiency", "unmeasured", "shared",
    "bounds",  "calibration", "crosschecks", "accuracy",       "storage",    "counted",
    "idle",    "work",        "clock",       "mapping"};

Result<void> read_head(const Settings& root, Plan& plan) {
  std::string schema;
  Fields fields(root);
  fields.require("schema").text("schema", schema).text("name", plan.name);
  fields.check(schema == kPlanSchema, "schema", "expected joulemark.plan/1");
  for (const char* key : kPlanKeys) fields.child(key);
  return fields.finish();
}

constexpr std::array kReaders{read_members,         read_covers, read_psus,
                              read_estimates,       read_bounds, read_accuracies,
                              read_sources_of_work, read_mapping};

}  // namespace

NodeNames Plan::nodes() const {
  NodeNames out;
  for (const PlanMembers& group : members)
    out.insert(out.end(), group.nodes.begin(), group.nodes.end());
  return out;
}

std::vector<std::string> Plan::files() const {
  std::vector<std::string> out;
  const auto add = [&](const std::string& file_name) {
    if (!file_name.empty()) out.push_back(file_name);
  };
  if (allocation) add(allocation->file);
  for (const PlanCertificate& one : calibration) add(one.certificate);
  for (const std::string& one : crosschecks) add(one);
  for (const PlanAccuracy& one : accuracy) add(one.datasheet);
  add(idle_baseline);
  if (work) add(work->file);
  return out;
}

Result<Plan> read_plan(std::string_view yaml, const std::string& file) {
  const auto root = Settings::parse(yaml, file);
  if (!root) return tl::unexpected<Error>(root.error());
  Plan plan;
  plan.file = file;
  PlanNames names;
  if (auto done = read_head(*root, plan); !done) return tl::unexpected<Error>(done.error());
  for (const auto read : kReaders)
    if (auto done = read(*root, plan, names); !done) return tl::unexpected<Error>(done.error());
  return plan;
}

}  // namespace joulemark
