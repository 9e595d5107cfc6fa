#include <cmath>
#include <nlohmann/json.hpp>

#include "query/bundle/figure_words.h"
#include "query/bundle/verification_text.h"

namespace joulemark {
namespace {

using VerificationJson = nlohmann::ordered_json;

VerificationJson differences_json(const std::vector<ReportDifference>& differences) {
  VerificationJson out = VerificationJson::array();
  for (const ReportDifference& one : differences)
    out.push_back({{"path", one.path}, {"stored", one.stored}, {"computed", one.computed}});
  return out;
}

VerificationJson figure_json(const Report& report) {
  const Total& figure = report.total.figure;
  const bool ok = figure.status == Total::Status::kComplete;
  const auto if_ok = [&](double value) {
    return ok && std::isfinite(value) ? VerificationJson(value) : VerificationJson();
  };
  VerificationJson reasons = VerificationJson::array();
  for (const Code code : report.total.reasons) reasons.push_back(to_string(code));
  return {{"energy_joules", if_ok(figure.energy)},
          {"expanded_uncertainty_joules", if_ok(figure.headline_U)},
          {"class", ok ? VerificationJson(to_string(report.total.cls)) : VerificationJson()},
          {"clock_bound_s", report.evidence.clock_bound},
          {"reasons", reasons}};
}

std::string_view signature_state(Signature::State state) {
  switch (state) {
    case Signature::State::kNone:
      return "none";
    case Signature::State::kUnchecked:
      return "unchecked";
    case Signature::State::kGood:
      return "good";
    case Signature::State::kBad:
      return "bad";
    case Signature::State::kNoProgram:
      return "no_ssh_keygen";
  }
  return {};
}

VerificationJson checklist_json(const std::vector<CheckItem>& items) {
  VerificationJson out = VerificationJson::array();
  for (const CheckItem& item : items)
    out.push_back({{"state", to_string(item.state)},
                   {"what", item.what},
                   {"rule", item.rule},
                   {"says", item.says}});
  return out;
}

VerificationJson removed_json(const std::vector<RemovedFile>& files) {
  VerificationJson out = VerificationJson::array();
  for (const RemovedFile& file : files)
    out.push_back({{"name", file.name}, {"sha256", file.sha256}, {"why", file.why}});
  return out;
}

}  // namespace

std::string verification_to_json(const Verification& v, const std::vector<CheckItem>& items,
                                 const WhatIf& rules, const std::optional<Report>& what_if) {
  VerificationJson out{
      {"schema", "joulemark.verification/1"},
      {"file", v.bundle.path},
      {"verified", v.verified()},
      {"faults", v.bundle.faults},
      {"differences", differences_json(v.differences)},
      {"other_words", differences_json(v.words)},
      {"largest_relative_difference", v.largest},
      {"manifest_sha256", v.bundle.manifest_hash},
      {"members", v.bundle.manifest.members.size()},
      {"redacted", v.bundle.manifest.redacted},
      {"removed", removed_json(v.bundle.manifest.removed)},
      {"report_id", v.stored.id},
      {"method", v.stored.method},
      {"table", v.stored.table},
      {"written_by", {{"version", v.stored.version}, {"revision", v.stored.revision}}},
      {"same_program", v.same_program},
      {"text_and_html_compared", v.renderings_compared},
      {"result", v.report ? figure_json(*v.report) : VerificationJson()},
      {"signature",
       {{"state", signature_state(v.signature.state)},
        {"signer", v.signature.signer},
        {"why", v.signature.why}}},
      {"checklist", checklist_json(items)},
      {"what_if", what_if
                      ? VerificationJson{{"rules", rules.words}, {"result", figure_json(*what_if)}}
                      : VerificationJson()}};
  return out.dump(2, ' ', false, VerificationJson::error_handler_t::replace) + "\n";
}

}  // namespace joulemark
