#include "query/bundle/verification_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/clean_text.h"
#include "core/time_text.h"
#include "query/bundle/figure_words.h"
#include "query/figures.h"
#include "query/report_text.h"
#include "query/screen.h"

namespace joulemark {
namespace {

constexpr std::size_t kFactColumns = 14;
constexpr std::size_t kMostDifferences = 20;

void add_fact(Lines& out, const std::string& name, const std::string& text) {
  joulemark::append(out, wrap("  " + pad(name, kFactColumns - 2) + clean_text(text), kScreenColumns,
                              kFactColumns));
}

std::string recomputed_words(const Verification& v) {
  if (!v.differences.empty()) return "computed again from the samples";
  return v.largest == 0.0
             ? "computed again from the samples: identical"
             : fmt::format("computed again from the samples: the same within {:.1g}", v.largest);
}

std::string signature_words(const Signature& signature) {
  switch (signature.state) {
    case Signature::State::kNone:
      return "none beside it";
    case Signature::State::kUnchecked:
      return "one lies beside it and was NOT checked: give --allowed-signers FILE";
    case Signature::State::kGood:
      return "good, by " + signature.signer;
    case Signature::State::kBad:
      return "BAD: " + signature.why;
    case Signature::State::kNoProgram:
      return "was NOT checked: ssh-keygen is not installed";
  }
  return {};
}

void add_verified_result(Lines& out, const Verification& v) {
  const Report& report = *v.report;
  add_fact(out, "result", figure_words(report));
  add_fact(out, "", recomputed_words(v));
  add_fact(out, "class", class_words(report));
  add_fact(out, "window",
           fmt::format("{} .. {}   {:.3f} s", format_time(report.times.start),
                       format_time(report.times.end), report.times.duration()));
  add_fact(out, "method", v.stored.method + ", table " + v.stored.table);
  add_fact(out, "written by",
           fmt::format("joulemark {} ({}){}", v.stored.version, v.stored.revision,
                       v.renderings_compared ? "" : ": text and HTML were not compared"));
}

void add_differences(Lines& out, const std::string& name,
                     const std::vector<ReportDifference>& differences) {
  for (std::size_t i = 0; i < std::min(differences.size(), kMostDifferences); ++i)
    add_fact(out, name,
             fmt::format("{}: stored {}, computed again {}", differences[i].path,
                         differences[i].stored, differences[i].computed));
  if (differences.size() > kMostDifferences)
    add_fact(out, name, fmt::format("and {} more", differences.size() - kMostDifferences));
}

std::string joined_lines(const Lines& lines) { return join(lines, "\n") + "\n"; }

std::vector<std::string> code_words(const Codes& codes) {
  std::vector<std::string> out;
  for (const Code code : codes) out.emplace_back(to_string(code));
  return out;
}

std::string codes_only_in(const Codes& these, const Codes& those) {
  Codes only;
  std::set_difference(these.begin(), these.end(), those.begin(), those.end(),
                      std::inserter(only, only.end()));
  return only.empty() ? "-" : join(code_words(only), ", ");
}

}  // namespace

std::string verification_to_text(const Verification& v) {
  Lines out{v.bundle.path + (v.verified() ? ": VERIFIED" : ": DOES NOT VERIFY"), ""};
  for (const std::string& fault : v.bundle.faults) add_fact(out, "bytes", fault);
  add_differences(out, "difference", v.differences);
  if (!v.bundle.faults.empty() || !v.differences.empty()) out.emplace_back();
  if (v.report) add_verified_result(out, v);
  add_differences(out, "other words", v.words);
  add_fact(out, "manifest",
           fmt::format("sha256 {} ({})", v.bundle.manifest_hash,
                       count(v.bundle.manifest.members.size(), "member")));
  if (v.bundle.manifest.redacted)
    add_fact(out, "redacted", "names were replaced before it was published");
  for (const RemovedFile& file : v.bundle.manifest.removed)
    add_fact(out, "removed", file.name + ": " + file.why + "; sha256 " + file.sha256);
  add_fact(out, "signature", signature_words(v.signature));
  return joined_lines(out);
}

std::string checklist_to_text(const std::vector<CheckItem>& items) {
  Lines out{"", "CHECKLIST"};
  for (const CheckItem& item : items)
    joulemark::append(
        out, wrap(fmt::format("  {} {} {}", pad(std::string(to_string(item.state)), 10),
                              pad(item.what, 16), clean_text(item.says) + " [" + item.rule + "]"),
                  kScreenColumns, 30));
  return joined_lines(out);
}

std::string what_if_to_text(const Report& stored, const WhatIf& rules, const Report& report) {
  const auto clock = [](const Report& one) { return short_seconds(one.evidence.clock_bound); };
  const auto nodes = [](const Report& one) {
    return fmt::format("{} of {}", one.evidence.measured, one.evidence.asked);
  };
  Lines out{"", "WHAT IF " + join(rules.words, ", ") + "   (the stored report is as it was)"};
  add_fact(out, "as stored", figure_words(stored));
  add_fact(out, "what if", figure_words(report));
  add_fact(out, "class", class_words(stored) + "  ->  " + class_words(report));
  add_fact(out, "clocks", clock(stored) + "  ->  " + clock(report));
  add_fact(out, "nodes", nodes(stored) + "  ->  " + nodes(report));
  add_fact(out, "codes gone", codes_only_in(stored.total.reasons, report.total.reasons));
  add_fact(out, "codes new", codes_only_in(report.total.reasons, stored.total.reasons));
  return joined_lines(out);
}

}  // namespace joulemark
