#include "tests/query/bundle/repack.h"

#include <gtest/gtest.h>

#include <fstream>

#include "query/bundle/archive_reader.h"
#include "query/bundle/archive_writer.h"
#include "query/bundle/manifest.h"
#include "query/bundle/write_bundle.h"
#include "query/digest.h"
#include "query/report_json.h"

namespace joulemark {

MadeBundle made_bundle(Telemetry telemetry, EvaluationRequest request) {
  auto report = evaluate(telemetry, request);
  EXPECT_TRUE(report) << report.error().message;
  if (!report) return {};
  report->id = report_id(*report);
  auto bytes = make_bundle(*report, telemetry, request);
  EXPECT_TRUE(bytes) << bytes.error().message;
  return {std::move(telemetry), std::move(request), std::move(*report), bytes.value_or("")};
}

std::string BundleFolder::with(const std::string& bytes) {
  const std::string path = folder_.path() / (std::to_string(++files_) + ".jm.tar.zst");
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

MemberBytes BundleFolder::members_of(const std::string& bytes) {
  MemberBytes out;
  const auto read =
      read_archive(with(bytes), [&](const std::string& name, std::string& content) -> Result<void> {
        out[name] = std::move(content);
        return {};
      });
  EXPECT_TRUE(read) << read.error().message;
  return out;
}

void BundleFolder::fit_manifest(MemberBytes& members) {
  auto manifest = manifest_from_json(members.at("manifest.json"));
  ASSERT_TRUE(manifest) << manifest.error().message;
  manifest->members.clear();
  for (const auto& [name, bytes] : members)
    if (name != kManifestName) manifest->members[name] = {bytes.size(), sha256_hex(bytes)};
  members["manifest.json"] = manifest_to_json(*manifest);
}

std::string BundleFolder::packed(const MemberBytes& members) {
  ArchiveWriter archive;
  for (const auto& [name, bytes] : members) EXPECT_TRUE(archive.add(name, bytes));
  return archive.finish().value_or("");
}

std::string BundleFolder::changed(const std::string& bytes, const std::string& member,
                                  const std::function<void(std::string&)>& change, bool fitted) {
  MemberBytes members = members_of(bytes);
  const std::string before = members.at(member);
  change(members.at(member));
  EXPECT_NE(members.at(member), before) << "nothing was changed in " << member;
  if (fitted) fit_manifest(members);
  return packed(members);
}

void replace_first(std::string& text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  ASSERT_NE(at, std::string::npos) << what;
  text.replace(at, what.size(), with);
}

}  // namespace joulemark
