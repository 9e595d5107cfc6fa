#include "query/mlperf_files/submission_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "mlperf/files/spl_file.h"
#include "query/mlperf_files/metered_run.h"
#include "query/mlperf_files/submission_texts.h"
#include "query/text_file.h"

namespace joulemark {
namespace {

// As the summarizer names the folder of a result: up to the first dot.
std::string result_name(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  return name.substr(0, name.find('.'));
}

Result<SubmissionFiles> training_files(const Measured& measured) {
  const auto run = metered_run(measured, FilesFor::kTraining);
  if (!run) return tl::unexpected<Error>(run.error());
  const std::string folder = "power/" + result_name(measured.report.window.given) + "/";
  SubmissionFiles out;
  for (std::size_t i = 0; i < run->units.size(); ++i)
    out[fmt::format("{}node_{}.txt", folder, i)] = node_log(run->units[i], run->grid);
  for (std::size_t i = 0; i < run->switches.size(); ++i)
    out[fmt::format("{}sw_{}.txt", folder, i)] = switch_log(run->switches[i], run->grid);
  out["README.md"] = training_readme(measured, *run);
  out["analyzer_table.md"] = analyzer_table(measured.report);
  return out;
}

Result<SubmissionFiles> inference_files(const Measured& measured) {
  const auto run = metered_run(measured, FilesFor::kWall);
  if (!run) return tl::unexpected<Error>(run.error());
  const std::string session = session_name(measured.report);
  SubmissionFiles out;
  out["performance/run_1/spl.txt"] = spl_file(run->units, run->grid, session + "_testing");
  const std::string session_file = honest_session(measured, out);
  out["performance/power/client.json"] = session_file;
  out["performance/power/server.json"] = session_file;
  for (const char* log : {"client.log", "server.log", "ptd_logs.txt"})
    out[std::string("performance/power/") + log] = no_ptdaemon();
  out["README.md"] = inference_readme(measured, *run);
  out["analyzer_table.md"] = analyzer_table(measured.report);
  out["power_settings.md"] = power_settings(measured.report);
  return out;
}

Result<void> write_all(const std::filesystem::path& place, const SubmissionFiles& files) {
  for (const auto& [name, bytes] : files) {
    std::error_code error;
    std::filesystem::create_directories((place / name).parent_path(), error);
    if (error)
      return fail(ErrorCode::kPermission, (place / name).string() + ": " + error.message());
    if (auto done = write_text_file((place / name).string(), bytes); !done) return done;
  }
  return {};
}

}  // namespace

Result<SubmissionFiles> submission_files(const Measured& measured) {
  const std::string& origin = measured.report.window.origin;
  auto out = origin == "mllog" ? training_files(measured)
             : origin == "loadgen" || origin == "endpoints" || origin == "ptd"
                 ? inference_files(measured)
                 : Result<SubmissionFiles>(fail(
                       ErrorCode::kInvalid,
                       "MLPerf's files belong to the timed part of a benchmark: take the window "
                       "from its log (--mllog, --loadgen, --endpoints, --ptd)"));
  if (!out) return out;
  if (const std::string plates = nameplates(measured); !plates.empty())
    (*out)["systems/" + system_name(measured) + "_power.yaml"] = plates;
  return out;
}

Result<void> write_submission_files(const std::string& folder, const SubmissionFiles& files) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path target = fs::path(folder).lexically_normal();
  if (!target.has_filename()) target = target.parent_path();
  if (fs::exists(target, error) &&
      !(fs::is_directory(target, error) && fs::is_empty(target, error)))
    return fail(ErrorCode::kInvalid,
                target.string() + ": exists; name a folder that does not, or is empty");
  const fs::path draft = target.string() + ".part" + std::to_string(getpid());
  auto done = write_all(draft, files);
  if (done) {
    fs::remove(target, error);  // an empty folder
    fs::rename(draft, target, error);
    if (error) done = fail(ErrorCode::kPermission, target.string() + ": " + error.message());
  }
  if (!done) fs::remove_all(draft, error);
  return done;
}

}  // namespace joulemark
