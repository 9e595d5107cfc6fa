#include "query/bundle/write_bundle.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "measurement/defaults.h"
#include "query/bundle/archive_writer.h"
#include "query/bundle/inventory.h"
#include "query/bundle/member_names.h"
#include "query/bundle/samples_csv.h"
#include "query/digest.h"
#include "query/power_trace.h"
#include "query/report_html.h"
#include "query/report_json.h"
#include "query/report_text.h"
#include "query/text_file.h"
#include "query/version.h"

namespace joulemark {
namespace {

constexpr const char* kReadme =
    R"(This is the evidence behind an energy report of joulemark: report.txt, report.html, report.json.

Check it                joulemark verify FILE                 computes the report again from samples/ and compares
What it proves          joulemark verify FILE --checklist
Other assumptions       joulemark verify FILE --what-if delta=0.5
Without joulemark       python3 tools/verify.py FILE          from the sources of joulemark
Unpack                  tar --zstd -xf FILE

manifest.json   SHA-256 of every other file here
inventory.json  what was asked, and each sensor with its metadata and its file in samples/
samples/        as fetched: time_ns since 1970 (UTC), value in J (counter, integrated) or W (gauge)
clock.csv       how far the clocks of the exporters may be off
window.json     the window, where it came from, and the raw log lines it came from
counters/       cumulative counters of work per node, such as tokens
others/         other nodes of the server around both edges of the window
plan.yaml       what was declared, with its files beside it
)";

// Made when it is needed, twice: to be hashed and to be packed. All members at once would be a
// gigabyte.
struct PendingMember {
  std::string name;
  std::function<std::string()> bytes;
};
using PendingMembers = std::vector<PendingMember>;

void add_text(PendingMembers& out, std::string name, std::string text) {
  out.push_back({std::move(name), [text = std::move(text)] { return text; }});
}

std::string counter_csv(const WorkCounter& counter) {
  Series series;
  series.time = counter.time;
  series.value = counter.value;
  return samples_to_csv(series);
}

// inventory.json, clock.csv, samples/ and counters/ below the folder.
void add_telemetry(PendingMembers& out, const std::string& folder, const Telemetry& telemetry,
                   const std::optional<InventoryRequest>& request,
                   const std::optional<InventoryPlan>& plan) {
  MemberNames names;
  InventoryMembers members;
  for (const SensorTelemetry& one : telemetry.sensors) {
    const auto& [node, source, id] = std::tie(one.sensor.node, one.sensor.source, one.sensor.id);
    members.samples.push_back(names.of_samples(folder + "samples/", node, source, id));
    out.push_back(
        {members.samples.back(), [&series = one.series] { return samples_to_csv(series); }});
  }
  for (const WorkCounter& counter : telemetry.work) {
    members.work.push_back(names.of_counter(folder + "counters/", counter.node));
    out.push_back({members.work.back(), [&counter] { return counter_csv(counter); }});
  }
  add_text(out, folder + "inventory.json", inventory_to_json(telemetry, members, request, plan));
  add_text(out, folder + "clock.csv", clocks_to_csv(telemetry.clocks));
}

// Which folder of the bundle a file of the plan belongs to.
std::string folder_of(const Plan& plan, const std::string& file) {
  if (plan.allocation && plan.allocation->file == file) return "allocation/";
  if (plan.idle_baseline == file) return "idle/";
  if (plan.work && plan.work->file == file) return "work/";
  for (const std::string& one : plan.crosschecks)
    if (one == file) return "crosscheck/";
  for (const PlanCertificate& one : plan.calibration)
    if (one.certificate == file) return "certificates/";
  return "datasheets/";
}

// plan.yaml and every file that it names; where they lie goes into the inventory.
std::optional<InventoryPlan> add_plan(PendingMembers& out,
                                      const std::optional<PreparedPlan>& prepared) {
  if (!prepared) return std::nullopt;
  MemberNames names;
  InventoryPlan plan{prepared->folder.name, {}};
  add_text(out, "plan.yaml", prepared->folder.text);
  for (const auto& [file, bytes] : prepared->folder.files) {
    const std::string member = names.of_file(folder_of(prepared->plan, file), file);
    plan.files[file] = member;
    add_text(out, member, bytes);
  }
  return plan;
}

PendingMembers members_of_bundle(const Report& report, const Telemetry& telemetry,
                                 const EvaluationRequest& request) {
  PendingMembers out;
  add_text(out, "README.txt", kReadme);
  add_text(out, "window.json", window_to_json(request.window));
  add_text(out, "report.json", report_to_json(report));
  add_text(out, "report.txt", report_to_text(report));
  add_text(out, "report.html",
           report_to_html(report, power_trace(telemetry, report, plan_of(request))));
  const auto plan = add_plan(out, request.plan);
  add_telemetry(out, "", telemetry,
                InventoryRequest{request.nodes, request.nodes_from, request.others.size()}, plan);
  for (std::size_t i = 0; i < request.others.size(); ++i)
    add_telemetry(out, "others/" + std::to_string(i + 1) + "/", request.others[i], {}, {});
  return out;
}

std::string manifest_of(const PendingMembers& members, const Report& report,
                        const Redaction* redaction) {
  Manifest out;
  out.version = program_version();
  out.revision = program_revision();
  out.method = kMethodVersion;
  out.table = kTableVersion;
  out.report_id = report.id;
  out.redacted = redaction != nullptr;
  if (redaction != nullptr) out.removed = redaction->removed;
  for (const PendingMember& member : members) {
    const std::string bytes = member.bytes();
    out.members[member.name] = {bytes.size(), sha256_hex(bytes)};
  }
  return manifest_to_json(out);
}

}  // namespace

Result<std::string> make_bundle(const Report& report, const Telemetry& telemetry,
                                const EvaluationRequest& request, const Redaction* redaction) {
  PendingMembers members = members_of_bundle(report, telemetry, request);
  add_text(members, std::string(kManifestName), manifest_of(members, report, redaction));
  std::sort(members.begin(), members.end(),
            [](const PendingMember& a, const PendingMember& b) { return a.name < b.name; });
  ArchiveWriter archive;
  for (const PendingMember& member : members)
    if (const auto added = archive.add(member.name, member.bytes()); !added)
      return tl::unexpected<Error>(added.error());
  return archive.finish();
}

Result<void> write_bundle(const std::string& path, const Report& report, const Telemetry& telemetry,
                          const EvaluationRequest& request) {
  const auto bytes = make_bundle(report, telemetry, request);
  if (!bytes) return fail_in(path, bytes.error());
  return write_text_file(path, *bytes);
}

}  // namespace joulemark
