// Evidence of who had which nodes (METHOD N-0): the record of a scheduler, or a benchmark's log.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "query/plan/plan.h"

namespace joulemark {

struct AllocationRecord {
  AllocationEvidence kind = AllocationEvidence::kTyped;
  std::string job;
  std::vector<std::string> nodes;   // that the record gives to the job
  std::vector<std::string> shared;  // on which it shows another job at the same time
};

// Of plan.allocation. slurm: JSON of sacct, squeue or scontrol (`--json`); k8s: `kubectl get pods
// -o json`; mllog, loadgen: a log; its hosts are the members that it names. kInvalid: not such a
// file, or the job is not in it.
Result<AllocationRecord> read_allocation_record(const Plan& plan, std::string_view text);

// A node that the job had is a member (N-1). kInvalid: one is not, or no member is in the record.
Result<void> check_allocation(const AllocationRecord& record, const Plan& plan);

}  // namespace joulemark
