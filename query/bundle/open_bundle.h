// A bundle back into what the calculation takes. Nothing it says about itself is believed here.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "query/bundle/manifest.h"
#include "query/evaluation.h"
#include "query/telemetry.h"

namespace joulemark {

struct OpenedBundle {
  std::string path;
  Manifest manifest;
  std::string manifest_hash;  // SHA-256 of manifest.json, hexadecimal
  // What is not as the manifest or the seal says. If there is any, the rest is not to be used.
  std::vector<std::string> faults;
  Telemetry telemetry;
  EvaluationRequest request;
  std::string report_json, report_text, report_html;  // as stored
};

// Errors as of read_archive(), and kInvalid for a member that cannot be read although its hash is
// right; the message names path, member and place.
Result<OpenedBundle> open_bundle(const std::string& path);

}  // namespace joulemark
