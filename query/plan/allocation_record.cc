#include "query/plan/allocation_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "query/node_list.h"

namespace joulemark {
namespace {

using Record = nlohmann::json;

std::string text_at(const Record& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  if (found->is_string()) return found->get<std::string>();
  return found->is_number_integer() ? found->dump() : std::string();
}

// sacct says "time": {"start", "end"}, squeue "start_time" as a number or {"number"}.
double seconds_at(const Record& value) {
  if (value.is_number()) return value.get<double>();
  if (value.is_object() && value.contains("number") && value["number"].is_number())
    return value["number"].get<double>();
  return 0.0;
}

std::pair<double, double> span_of(const Record& job) {
  const auto at = [&](const char* inside, const char* flat) {
    if (job.contains("time") && job["time"].is_object() && job["time"].contains(inside))
      return seconds_at(job["time"][inside]);
    return job.contains(flat) ? seconds_at(job[flat]) : 0.0;
  };
  const double end = at("end", "end_time");
  return {at("start", "start_time"), end > 0.0 ? end : 1e18};
}

bool is_json_of(const Record& root, const char* list) {
  return root.is_object() && root.contains(list) && root[list].is_array();
}

Result<std::vector<std::string>> nodes_of_job(const Record& job) {
  const std::string list = text_at(job, "nodes");
  if (list.empty() || list == "None assigned") return std::vector<std::string>{};
  return expand_node_list(list);
}

Result<void> find_shared(const Record& jobs, const std::string& job, std::pair<double, double> span,
                         AllocationRecord& out) {
  const std::set<std::string> ours(out.nodes.begin(), out.nodes.end());
  std::set<std::string> shared;
  for (const Record& other : jobs) {
    if (!other.is_object() || text_at(other, "job_id") == job) continue;
    const auto [begin, end] = span_of(other);
    if (end <= span.first || begin >= span.second) continue;
    const auto nodes = nodes_of_job(other);
    if (!nodes) return tl::unexpected<Error>(nodes.error());
    for (const std::string& node : *nodes)
      if (ours.contains(node)) shared.insert(node);
  }
  out.shared.assign(shared.begin(), shared.end());
  return {};
}

Result<AllocationRecord> read_slurm(const std::string& job, std::string_view text) {
  const Record root = Record::parse(text, nullptr, false);
  if (!is_json_of(root, "jobs"))
    return fail(ErrorCode::kInvalid,
                "is no job record: save it with sacct --json -j " + (job.empty() ? "ID" : job));
  if (job.empty()) return fail(ErrorCode::kInvalid, "the plan's allocation needs `job`");
  for (const Record& one : root["jobs"]) {
    if (!one.is_object() || text_at(one, "job_id") != job) continue;
    auto nodes = nodes_of_job(one);
    if (!nodes) return tl::unexpected<Error>(nodes.error());
    AllocationRecord out{AllocationEvidence::kSlurm, job, std::move(*nodes), {}};
    if (auto done = find_shared(root["jobs"], job, span_of(one), out); !done)
      return tl::unexpected<Error>(done.error());
    return out;
  }
  return fail(ErrorCode::kInvalid, "holds no job " + job);
}

Result<AllocationRecord> read_pods(const std::string& job, std::string_view text) {
  const Record root = Record::parse(text, nullptr, false);
  if (!is_json_of(root, "items"))
    return fail(ErrorCode::kInvalid, "is no list of pods: save it with kubectl get pods -o json");
  std::set<std::string> nodes;
  for (const Record& pod : root["items"])
    if (pod.is_object() && pod.contains("spec") && pod["spec"].is_object())
      nodes.insert(text_at(pod["spec"], "nodeName"));
  nodes.erase("");
  return AllocationRecord{AllocationEvidence::kKubernetes, job, {nodes.begin(), nodes.end()}, {}};
}

bool is_name_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '-';
}

bool names_host(std::string_view text, const std::string& host) {
  for (auto at = text.find(host); at != std::string_view::npos; at = text.find(host, at + 1)) {
    const bool left = at == 0 || !is_name_character(text[at - 1]);
    const std::size_t after = at + host.size();
    if (left && (after >= text.size() || !is_name_character(text[after]))) return true;
  }
  return false;
}

}  // namespace

Result<AllocationRecord> read_allocation_record(const Plan& plan, std::string_view text) {
  const PlanAllocation& allocation = *plan.allocation;
  if (allocation.evidence == AllocationEvidence::kSlurm) return read_slurm(allocation.job, text);
  if (allocation.evidence == AllocationEvidence::kKubernetes)
    return read_pods(allocation.job, text);
  AllocationRecord out{allocation.evidence, allocation.job, {}, {}};
  for (const std::string& node : plan.nodes())
    if (names_host(text, node)) out.nodes.push_back(node);
  return out;
}

Result<void> check_allocation(const AllocationRecord& record, const Plan& plan) {
  const NodeNames members = plan.nodes();
  const std::set<std::string> known(members.begin(), members.end());
  for (const std::string& node : record.nodes)
    if (!known.contains(node))
      return fail(ErrorCode::kInvalid,
                  fmt::format("{} was allocated to the job and is not among the members of the "
                              "plan: all allocated nodes count, idle or not (METHOD N-1)",
                              node));
  if (std::none_of(record.nodes.begin(), record.nodes.end(),
                   [&](const std::string& node) { return known.contains(node); }))
    return fail(ErrorCode::kInvalid, "names no member of the plan");
  return {};
}

}  // namespace joulemark
