#include "query/bundle/manifest.h"

#include "query/bundle/json_fields.h"
#include "query/bundle/member_names.h"

namespace joulemark {
namespace {

using bundle::Complaint;
using bundle::FieldsReader;
using bundle::Json;

constexpr std::string_view kManifestSchema = "joulemark.manifest/1";

template <class Fields, class T>
void describe_tool(Fields& f, T& manifest) {
  f.text("version", manifest.version);
  f.text("revision", manifest.revision);
  f.text("method", manifest.method);
  f.text("table", manifest.table);
}

template <class Fields, class T>
void describe_removed(Fields& f, T& file) {
  f.text("name", file.name);
  f.text("sha256", file.sha256);
  f.text("why", file.why);
}

void read_members(FieldsReader& fields, Complaint& complaint, Manifest& out) {
  const Json* list = fields.find("members");
  if (list == nullptr || !list->is_array()) return fields.complain("members", "must be a list");
  for (const Json& one : *list) {
    FieldsReader member(one, "members[" + std::to_string(out.members.size()) + "]", complaint);
    std::string name;
    MemberDigest digest;
    member.text("name", name);
    member.count("bytes", digest.bytes);
    member.text("sha256", digest.sha256);
    if (!is_member_name(name) || name == kManifestName || !out.members.emplace(name, digest).second)
      member.complain("name", "must be the name of a member, each once");
  }
}

void read_removed(FieldsReader& fields, Complaint& complaint, Manifest& out) {
  const Json* list = fields.find("removed");
  if (list == nullptr || !list->is_array()) return fields.complain("removed", "must be a list");
  for (const Json& one : *list) {
    FieldsReader file(one, "removed[" + std::to_string(out.removed.size()) + "]", complaint);
    describe_removed(file, out.removed.emplace_back());
  }
}

}  // namespace

std::string manifest_to_json(const Manifest& manifest) {
  Json out{{"schema", kManifestSchema}, {"report_id", manifest.report_id}};
  bundle::FieldsWriter(out).object(
      "tool", manifest, [](auto& fields, const Manifest& from) { describe_tool(fields, from); });
  out["redacted"] = manifest.redacted;
  out["members"] = Json::array();
  for (const auto& [name, digest] : manifest.members)
    out["members"].push_back({{"name", name}, {"bytes", digest.bytes}, {"sha256", digest.sha256}});
  out["removed"] = Json::array();
  for (const RemovedFile& file : manifest.removed) {
    bundle::FieldsWriter fields(out["removed"].emplace_back(Json::object()));
    describe_removed(fields, file);
  }
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Manifest> manifest_from_json(std::string_view text) {
  Complaint complaint{std::string(kManifestName), {}};
  const Json json = bundle::parse_member(text, kManifestSchema, complaint);
  Manifest out;
  FieldsReader fields(json, "", complaint);
  fields.text("report_id", out.report_id);
  fields.object("tool", out, [](FieldsReader& tool, Manifest& into) { describe_tool(tool, into); });
  fields.flag("redacted", out.redacted);
  read_members(fields, complaint, out);
  read_removed(fields, complaint, out);
  if (complaint.first) return tl::unexpected<Error>(*complaint.first);
  return out;
}

std::vector<std::string> compare_members(const Manifest& manifest,
                                         const std::map<std::string, MemberDigest>& found) {
  std::vector<std::string> out;
  for (const auto& [name, expected] : manifest.members) {
    const auto member = found.find(name);
    if (member == found.end())
      out.push_back(name + ": is missing; the manifest lists it");
    else if (member->second != expected)
      out.push_back(name + ": has SHA-256 " + member->second.sha256 + ", the manifest says " +
                    expected.sha256);
  }
  for (const auto& [name, digest] : found)
    if (!manifest.members.contains(name))
      out.push_back(name + ": is additional; the manifest does not list it");
  return out;
}

}  // namespace joulemark
