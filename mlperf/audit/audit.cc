#include "mlperf/audit/audit.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "mlperf/audit/inference_audit.h"
#include "mlperf/audit/training_audit.h"

namespace joulemark::mlperf {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostEntries = 200'000;
constexpr int kDeepest = 24;

struct FoundRuns {
  std::set<fs::path> training, inference;  // power/result_<i>; run_1
  std::size_t entries = 0;
};

// What lies below: names only.
Result<FoundRuns> runs_below(const fs::path& root) {
  FoundRuns out;
  std::error_code error;
  fs::recursive_directory_iterator at(root, fs::directory_options::skip_permission_denied, error);
  if (error) return fail(ErrorCode::kNotPresent, root.string() + ": " + error.message());
  for (; at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (error) return fail(ErrorCode::kUnavailable, root.string() + ": " + error.message());
    if (++out.entries > kMostEntries)
      return fail(ErrorCode::kInvalid,
                  root.string() + ": holds more than 200,000 entries: audit its parts");
    if (at.depth() > kDeepest) at.disable_recursion_pending();
    std::error_code ignored;
    if (at->is_symlink(ignored) || !at->is_regular_file(ignored)) continue;
    const fs::path path = at->path();
    const std::string name = path.filename().string();
    const fs::path folder = path.parent_path();
    if (name.starts_with("node_") && name.ends_with(".txt") &&
        folder.parent_path().filename() == "power")
      out.training.insert(folder);
    if (name == "spl.txt" && folder.filename() != "ranging") out.inference.insert(folder);
  }
  return out;
}

std::string below(const fs::path& path, const fs::path& root) {
  const std::string out = path.lexically_relative(root).string();
  return out == "." ? path.filename().string() : out;
}

AuditedRun training_at(const fs::path& folder, const fs::path& root) {
  const fs::path benchmark = folder.parent_path().parent_path();
  fs::path result = benchmark / (folder.filename().string() + ".txt");
  return audit_training(below(folder, root), result.string(), folder.string());
}

}  // namespace

std::size_t Audit::count(FindingWeight weight) const {
  std::size_t out = 0;
  for (const AuditedRun& run : runs)
    out += static_cast<std::size_t>(
        std::count_if(run.findings.begin(), run.findings.end(),
                      [&](const Finding& one) { return weight_of(one.code) == weight; }));
  return out;
}

Result<Audit> audit_submission(const std::string& folder, const AuditProgress& progress) {
  const fs::path root = fs::path(folder).lexically_normal();
  std::error_code error;
  if (!fs::is_directory(root, error))
    return fail(ErrorCode::kNotPresent, folder + ": is no folder");
  const auto found = runs_below(root);
  if (!found) return tl::unexpected<Error>(found.error());
  Audit out;
  out.folder = folder;
  out.entries = found->entries;
  const std::size_t all = found->training.size() + found->inference.size();
  if (all == 0)
    return fail(ErrorCode::kInvalid,
                folder +
                    ": holds no power submission: neither power/result_<i>/node_<j>.txt nor "
                    "spl.txt beside mlperf_log_detail.txt");
  const auto tell = [&](const fs::path& run) {
    if (progress)
      progress(below(run, root), static_cast<double>(out.runs.size()) / static_cast<double>(all));
  };
  for (const fs::path& run : found->training) {
    tell(run);
    out.runs.push_back(training_at(run, root));
  }
  for (const fs::path& run : found->inference) {
    tell(run);
    out.runs.push_back(audit_inference(below(run, root), run.string()));
  }
  find_supply_ratios(out.runs);
  std::sort(out.runs.begin(), out.runs.end(),
            [](const AuditedRun& a, const AuditedRun& b) { return a.name < b.name; });
  return out;
}

}  // namespace joulemark::mlperf
