// Bundles that somebody tampered with: members changed, added or left out, with a manifest and a
// seal that fit again if the forger took the trouble.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "query/evaluation.h"
#include "query/report.h"
#include "query/telemetry.h"
#include "tests/fakes/temp_folder.h"

namespace joulemark {

using MemberBytes = std::map<std::string, std::string>;

struct MadeBundle {
  Telemetry telemetry;
  EvaluationRequest request;
  Report report;
  std::string bytes;
};

// Evaluated, with the id of its content, as a bundle.
MadeBundle made_bundle(Telemetry telemetry, EvaluationRequest request);

class BundleFolder {
 public:
  // Path of a file with these bytes.
  std::string with(const std::string& bytes);
  MemberBytes members_of(const std::string& bytes);
  // The manifest is made to fit the other members.
  static void fit_manifest(MemberBytes& members);
  static std::string packed(const MemberBytes& members);
  // The same with one member changed; fitted: manifest too.
  std::string changed(const std::string& bytes, const std::string& member,
                      const std::function<void(std::string&)>& change, bool fitted);

 private:
  TempFolder folder_;
  int files_ = 0;
};

void replace_first(std::string& text, const std::string& what, const std::string& with);

}  // namespace joulemark
