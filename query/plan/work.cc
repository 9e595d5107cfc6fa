// idle and work: what attribution needs (METHOD W).
#include <array>

#include "query/plan/plan_readers.h"

namespace joulemark {
namespace {

constexpr std::array<std::string_view, 4> kKinds{"output_tokens", "input_tokens", "batches",
                                                 "active_seconds"};

bool is_kind(const std::string& word) {
  for (const std::string_view kind : kKinds)
    if (word == kind) return true;
  return false;
}

Result<void> read_work(const Settings& value, Plan& plan) {
  PlanWork out;
  Fields fields(value);
  fields.text("file", out.file).text("metric", out.metric).text("kind", out.kind);
  fields.text("node_label", out.node_label).text("job", out.job);
  fields.check(out.file.empty() != out.metric.empty(), out.file.empty() ? "metric" : "file",
               "give either `file` (a work log) or `metric` (a counter of the server)");
  const bool metric = !out.metric.empty();
  fields.check(!metric || is_kind(out.kind), "kind",
               "expected one of: output_tokens, input_tokens, batches, active_seconds");
  fields.check(metric || (out.kind.empty() && out.node_label.empty() && out.job.empty()), "file",
               "kind, node_label and job belong to `metric`: a work log says them line by line");
  if (auto done = fields.finish(); !done) return done;
  if (metric && out.node_label.empty()) out.node_label = "node";
  plan.work = std::move(out);
  return {};
}

}  // namespace

Result<void> read_sources_of_work(const Settings& root, Plan& plan, PlanNames&) {
  if (const Settings* idle = root.find("idle"); is_stated(idle)) {
    Fields fields(*idle);
    fields.require("baseline").text("baseline", plan.idle_baseline);
    if (auto done = fields.finish(); !done) return done;
  }
  if (const Settings* work = root.find("work"); is_stated(work)) return read_work(*work, plan);
  return {};
}

}  // namespace joulemark
