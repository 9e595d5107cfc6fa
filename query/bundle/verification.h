// A bundle, checked: its bytes, and the report computed again from them and held against the one
// that is stored.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "query/bundle/open_bundle.h"
#include "query/bundle/report_difference.h"
#include "query/bundle/signature.h"
#include "query/report.h"

namespace joulemark {

struct Verification {
  OpenedBundle bundle;
  StoredReport stored;
  std::optional<Report> report;  // computed again; empty: the bytes are not as they must be
  std::vector<ReportDifference> differences;
  std::vector<ReportDifference> words;  // another version of the program says it otherwise
  double largest = 0.0;                 // relative difference of numbers that count as equal
  bool same_program = false;            // that wrote the bundle
  bool renderings_compared = false;     // text and HTML: by the same program, of the same numbers
  Signature signature;
  bool signature_wanted = false;  // then it must be good

  [[nodiscard]] bool signature_holds() const {
    return !signature_wanted || signature.state == Signature::State::kGood;
  }
  [[nodiscard]] bool verified() const {
    return bundle.faults.empty() && report && differences.empty() && signature_holds();
  }
};

// Errors as of open_bundle(); kUnsupported: made by another version of the method.
Result<Verification> verify_bundle(const std::string& path,
                                   const std::string& allowed_signers = {});

}  // namespace joulemark
