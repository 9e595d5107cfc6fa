#include "mlperf/loadgen/loadgen_work.h"

namespace joulemark::mlperf {
namespace {

bool is_count(const std::optional<double>& value) { return value && *value >= 1.0; }

void add_queries(const LoadgenRun& run, std::vector<LoadgenWork>& out) {
  if (!is_count(run.queries)) return;
  out.push_back({"query", run.queries, {}, "result_query_count"});
  if (is_count(run.effective_samples_per_query))
    out.push_back({"sample",
                   *run.queries * *run.effective_samples_per_query,
                   {},
                   "result_query_count x effective_samples_per_query"});
}

}  // namespace

std::vector<LoadgenWork> work_of(const LoadgenRun& run) {
  std::vector<LoadgenWork> out;
  if (run.scenario == "Offline") {
    if (is_count(run.generated_samples_per_query))
      out.push_back({"sample", run.generated_samples_per_query, {}, "generated_samples_per_query"});
  } else {
    add_queries(run, out);
  }
  if (run.tokens_per_second)
    out.push_back({"token", {}, run.tokens_per_second, run.tokens_rate_key});
  return out;
}

}  // namespace joulemark::mlperf
