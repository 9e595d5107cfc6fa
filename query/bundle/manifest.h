// manifest.json (joulemark.manifest/1): what a bundle holds, and the only thing a signature needs
// to cover.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace joulemark {

struct MemberDigest {
  std::size_t bytes = 0;
  std::string sha256;  // hexadecimal
  friend bool operator==(const MemberDigest&, const MemberDigest&) = default;
};

// A file that redaction left out.
struct RemovedFile {
  std::string name, sha256, why;
};

struct Manifest {
  std::string version, revision, method, table;  // of the program that wrote it
  std::string report_id;
  bool redacted = false;
  std::map<std::string, MemberDigest> members;  // all but the manifest
  std::vector<RemovedFile> removed;
};

inline constexpr std::string_view kManifestName = "manifest.json";

std::string manifest_to_json(const Manifest& manifest);
Result<Manifest> manifest_from_json(std::string_view text);

// One sentence per member that differs, is missing or is additional.
std::vector<std::string> compare_members(const Manifest& manifest,
                                         const std::map<std::string, MemberDigest>& found);

}  // namespace joulemark
