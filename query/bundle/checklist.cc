#include "query/bundle/checklist.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/names.h"
#include "query/figures.h"

namespace joulemark {
namespace {

using State = CheckItem::State;

constexpr NameTable<State, 5> kStateWords{{{State::kProven, "proven"},
                                           {State::kStated, "stated"},
                                           {State::kDeclared, "declared"},
                                           {State::kNotProven, "not proven"},
                                           {State::kFails, "FAILS"}}};

State proven_if(bool holds) { return holds ? State::kProven : State::kFails; }

void add_bytes(std::vector<CheckItem>& out, const Verification& v) {
  const auto& faults = v.bundle.faults;
  out.push_back({proven_if(faults.empty()), "bytes", "FORMATS 8",
                 faults.empty()
                     ? fmt::format("the seal and the SHA-256 of {} hold; none is missing, "
                                   "none additional",
                                   count(v.bundle.manifest.members.size(), "member"))
                     : count(faults.size(), "fault") + ": " + faults.front()});
}

void add_signature(std::vector<CheckItem>& out, const Verification& v) {
  switch (v.signature.state) {
    case Signature::State::kGood:
      out.push_back({State::kProven, "signature", "OpenSSH", "good, by " + v.signature.signer});
      return;
    case Signature::State::kBad:
      out.push_back({State::kFails, "signature", "OpenSSH", v.signature.why});
      return;
    case Signature::State::kNone:
      out.push_back({State::kNotProven, "signature", "OpenSSH",
                     "none beside it: nothing shows who made the bundle"});
      return;
    case Signature::State::kUnchecked:
    case Signature::State::kNoProgram:
      out.push_back({State::kNotProven, "signature", "OpenSSH",
                     "one lies beside it and was not checked: nothing shows who made the bundle"});
      return;
  }
}

void add_recomputation(std::vector<CheckItem>& out, const Verification& v) {
  const bool same = v.differences.empty();
  out.push_back(
      {proven_if(same), "recomputation", "G, C, I, T, A, U, N, L",
       same ? fmt::format("figure, uncertainty, class and codes follow from the samples by {}, "
                          "table {}",
                          v.stored.method, v.stored.table)
            : fmt::format("{} between the stored report and the one computed again",
                          count(v.differences.size(), "difference"))});
  if (!v.renderings_compared)
    out.push_back({State::kNotProven, "text and HTML", "FORMATS 8",
                   "report.txt and report.html were written by another version (" +
                       v.stored.version + " " + v.stored.revision +
                       ") or on another processor: their bytes are those of the manifest, what "
                       "they say was not compared"});
  else if (same)
    out.push_back({State::kProven, "text and HTML", "FORMATS 8",
                   "report.txt and report.html are what the recomputed report says"});
}

void add_window(std::vector<CheckItem>& out, const Verification& v) {
  const WindowRecord& window = v.bundle.request.window;
  const auto bound = window.host_clock_bound();
  if (window.origin == "typed")
    out.push_back({State::kDeclared, "window", "FORMATS 5",
                   "typed: nothing shows that it is the window of the run"});
  else
    out.push_back({State::kStated, "window", "FORMATS 5",
                   fmt::format("stamped by joulemark {} on {}; clock of that host {}",
                               window.origin, window.host.empty() ? "an unnamed host" : window.host,
                               bound ? "within " + short_seconds(*bound) : "not measured")});
}

void add_allocation(std::vector<CheckItem>& out, const Verification& v) {
  const Evidence& evidence = v.report->evidence;
  const bool typed = v.report->total.codes.contains(Code::kAllocationTyped);
  out.push_back({typed ? State::kDeclared : State::kStated, "allocation", "N-0",
                 fmt::format("{} of {} asked are measured; list: {}", evidence.measured,
                             count(evidence.asked, "node"), evidence.list)});
  if (!evidence.missing.empty())
    out.push_back({State::kNotProven, "missing nodes", "N-3",
                   name_list(evidence.missing, 5) + ": no energy"});
  if (evidence.others_seen)
    out.push_back({evidence.unlisted_active.empty() ? State::kProven : State::kNotProven,
                   "other nodes", "N-0",
                   evidence.unlisted_active.empty()
                       ? "no node outside the list worked with the window"
                       : name_list(evidence.unlisted_active, 5) + " worked with the window and "
                                                                  "are not listed"});
  else
    out.push_back({State::kNotProven, "other nodes", "N-0",
                   "not examined: whether other nodes worked for the run is not known"});
}

void add_cover(std::vector<CheckItem>& out, const Verification& v) {
  std::size_t partial = 0;
  std::size_t others = 0;
  std::set<std::string> bases;
  for (const NodeReport& node : v.report->nodes) {
    if (node.status != NodeReport::Status::kOk) continue;
    bases.insert(std::string(to_string(node.basis)));
    partial += node.complete ? 0 : 1;
    others += node.other_covers.size();
  }
  const std::vector<std::string> names(bases.begin(), bases.end());
  out.push_back({State::kProven, "cover", "S-1a, S-1b",
                 fmt::format("nothing is counted twice; basis {}; {} complete; {} beside it",
                             names.empty() ? "none" : join(names, ", "),
                             partial == 0 ? "all" : "not " + count(partial, "node"),
                             count(others, "other complete cover"))});
}

void add_clocks(std::vector<CheckItem>& out, const Verification& v) {
  const Evidence& evidence = v.report->evidence;
  const bool measured = evidence.clocks_unmeasured == 0 && evidence.window_clock.has_value();
  out.push_back({measured ? State::kStated : State::kNotProven, "clocks", "S-5",
                 fmt::format("delta {}; {} unmeasured; the window's host {}",
                             short_seconds(evidence.clock_bound),
                             count(evidence.clocks_unmeasured, "exporter clock"),
                             evidence.window_clock ? "measured" : "not measured")});
}

void add_coverage(std::vector<CheckItem>& out, const Verification& v) {
  const Evidence& e = v.report->evidence;
  out.push_back(
      {State::kProven, "coverage", "G-6, I-4, C-2",
       fmt::format("{} of the window has samples, longest interval {}; {} with resets, {} "
                   "frozen, {} duplicate",
                   percent(e.coverage), short_seconds(e.longest_interval), e.resets, e.frozen,
                   e.duplicates)});
}

void add_accuracy(std::vector<CheckItem>& out, const Verification& v) {
  std::size_t certified = 0;
  std::size_t stated = 0;
  std::size_t defaults = 0;
  std::size_t none = 0;
  for (const NodeReport& node : v.report->nodes)
    for (const SeriesReport& series : node.series) {
      if (series.role != MemberRole::kCounted) continue;
      if (!series.accuracy_stated)
        ++none;
      else if (series.accuracy_class == Class::kCalibrated)
        ++certified;
      else if (series.codes.contains(Code::kClassDefaultAccuracy))
        ++defaults;
      else
        ++stated;
    }
  out.push_back({none > 0 ? State::kNotProven : State::kStated, "limits of error", "A, L",
                 fmt::format("of the counted series {} by certificate, {} by device or data sheet, "
                             "{} by the table of defaults, {} by nobody",
                             certified, stated, defaults, none)});
}

void add_declared(std::vector<CheckItem>& out, const Verification& v) {
  const TotalReport& total = v.report->total;
  if (total.figure.status != Total::Status::kComplete) return;
  const bool same = total.U_without_plan == total.figure.headline_U;
  out.push_back({same ? State::kProven : State::kDeclared, "declared bounds", "S-4b",
                 same ? "no declared limit of power changes U"
                      : fmt::format("U without any declared limit of power is {}",
                                    percent(total.U_without_plan / total.figure.energy))});
}

void add_simulated(std::vector<CheckItem>& out, const Verification& v) {
  if (v.report->total.reasons.contains(Code::kSimulated))
    out.push_back({State::kNotProven, "real sensors", "L-5 SIMULATED",
                   "some samples are of a simulation, and say so"});
  if (v.report->total.reasons.contains(Code::kMetadataChanged))
    out.push_back({State::kNotProven, "metadata", "L-5 METADATA_CHANGED",
                   "what a sensor says of itself was not the same at both ends of the window"});
}

void add_plan(std::vector<CheckItem>& out, const Verification& v) {
  const auto& plan = v.bundle.request.plan;
  if (!plan) return;
  out.push_back({State::kDeclared, "plan", "FORMATS 6",
                 fmt::format("{} and {} it names are in the bundle byte for byte; every value that "
                             "it declares is in the report with its effect",
                             plan->folder.name, count(plan->folder.files.size(), "file"))});
  for (const RemovedFile& file : v.bundle.manifest.removed)
    out.push_back({State::kNotProven, "removed file", "FORMATS 8", file.name + ": " + file.why});
}

// What stays open whatever a bundle holds.
void add_limits(std::vector<CheckItem>& out) {
  out.push_back({State::kNotProven, "the work", "R-2",
                 "that the window is that of the run whose score is published"});
  out.push_back({State::kNotProven, "the wiring", "S-1",
                 "that a sensor measures what its labels and the plan say it feeds"});
  out.push_back({State::kNotProven, "the devices", "A",
                 "that limits of error, serial numbers and clocks are as the devices state them"});
  out.push_back({State::kNotProven, "the samples", "-",
                 "that they were measured. A bundle proves a calculation: whoever can make up "
                 "samples can make up a bundle"});
}

}  // namespace

std::string_view to_string(CheckItem::State state) { return name_of(kStateWords, state); }

std::vector<CheckItem> checklist(const Verification& verification) {
  std::vector<CheckItem> out;
  add_bytes(out, verification);
  add_signature(out, verification);
  if (verification.report)
    for (const auto add : {add_recomputation, add_window, add_allocation, add_cover, add_clocks,
                           add_coverage, add_accuracy, add_declared, add_simulated, add_plan})
      add(out, verification);
  add_limits(out);
  return out;
}

}  // namespace joulemark
