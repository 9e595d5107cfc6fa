#include "query/bundle/verification.h"

#include "measurement/defaults.h"
#include "query/power_trace.h"
#include "query/report_html.h"
#include "query/report_json.h"
#include "query/report_text.h"
#include "query/version.h"

namespace joulemark {
namespace {

Result<void> check_method(const StoredReport& stored) {
  if (stored.method == kMethodVersion && stored.table == kTableVersion) return {};
  return fail(ErrorCode::kUnsupported,
              "report.json: was computed by " + stored.method + ", table " + stored.table +
                  "; this program computes " + std::string(kMethodVersion) + ", table " +
                  std::string(kTableVersion) + ": verify it with joulemark " + stored.version);
}

void note_difference(Verification& out, std::string path, std::string stored,
                     std::string computed) {
  out.differences.push_back({std::move(path), std::move(stored), std::move(computed)});
}

// What the manifest repeats, and the id, which is the digest of the report.
void compare_names(Verification& out) {
  const Manifest& manifest = out.bundle.manifest;
  if (!out.stored.id_fits)
    note_difference(out, "report_id", out.stored.id,
                    "another: it is not the digest of the stored report");
  if (manifest.report_id != out.stored.id)
    note_difference(out, "manifest.json report_id", manifest.report_id, out.stored.id);
  if (manifest.version != out.stored.version || manifest.revision != out.stored.revision ||
      manifest.method != out.stored.method || manifest.table != out.stored.table)
    note_difference(out, "manifest.json tool", manifest.version + " " + manifest.revision,
                    out.stored.version + " " + out.stored.revision + " in report.json");
}

void compare_renderings(Verification& out) {
  const OpenedBundle& bundle = out.bundle;
  if (report_to_text(*out.report) != bundle.report_text)
    note_difference(out, "report.txt", "a text", "another text");
  if (report_to_html(*out.report, power_trace(bundle.telemetry, *out.report,
                                              plan_of(bundle.request))) != bundle.report_html)
    note_difference(out, "report.html", "a page", "another page");
}

Result<void> recompute(Verification& out) {
  auto stored = stored_report(out.bundle.report_json);
  if (!stored) return tl::unexpected<Error>(stored.error());
  out.stored = std::move(*stored);
  if (auto known = check_method(out.stored); !known) return known;
  out.same_program = out.stored.version == program_version() &&
                     out.stored.revision == program_revision() && program_revision() != "unknown";
  auto report = evaluate(out.bundle.telemetry, out.bundle.request);
  if (!report) return tl::unexpected<Error>(report.error());
  report->id = out.stored.id;
  auto compared =
      compare_reports(out.bundle.report_json, report_to_json(*report), out.same_program);
  if (!compared) return tl::unexpected<Error>(compared.error());
  out.report = std::move(*report);
  out.differences = std::move(compared->differences);
  out.words = std::move(compared->words);
  out.largest = compared->largest;
  compare_names(out);
  out.renderings_compared = out.same_program && out.largest == 0.0;
  if (out.renderings_compared) compare_renderings(out);
  return {};
}

}  // namespace

Result<Verification> verify_bundle(const std::string& path, const std::string& allowed_signers) {
  auto bundle = open_bundle(path);
  if (!bundle) return tl::unexpected<Error>(bundle.error());
  Verification out;
  out.bundle = std::move(*bundle);
  out.signature_wanted = !allowed_signers.empty();
  out.signature = check_signature(path, allowed_signers);
  if (!out.bundle.faults.empty()) return out;
  if (auto done = recompute(out); !done) return fail_in(path, done.error());
  return out;
}

}  // namespace joulemark
