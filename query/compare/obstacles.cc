#include "query/compare/obstacles.h"

#include <fmt/format.h>

#include <array>

#include "query/figures.h"

namespace joulemark {
namespace {

constexpr std::string_view kSidesDiffer = "A and B differ in ";

struct SideDifference {
  std::string_view in;  // as the rule says it
  std::string (*seen)(const ReportComparison&, char side);
  std::string_view remedy;
};

const ComparedSystem& system_at(const ReportComparison& comparison, char side) {
  return side == 'A' ? comparison.system_a : comparison.system_b;
}
const ReportFile& report_at(const ReportComparison& comparison, char side) {
  return side == 'A' ? comparison.a : comparison.b;
}

std::string seen_supply(const ReportComparison& c, char side) {
  return "is " + supply_word(system_at(c, side).supply);
}
std::string seen_boundaries(const ReportComparison& c, char side) {
  return "is measured at " + boundaries_words(system_at(c, side).boundaries);
}
std::string seen_cooling(const ReportComparison& c, char side) {
  const std::string& cooling = system_at(c, side).cooling;
  return cooling.empty() ? "does not state its cooling" : "has cooling " + cooling;
}
std::string seen_completeness(const ReportComparison& c, char side) {
  return system_at(c, side).complete ? "covers whole nodes" : "covers parts of its nodes only";
}
std::string seen_work(const ReportComparison& c, char side) {
  const std::string& kind = system_at(c, side).work_kind;
  return kind.empty() ? "states no work" : "counts " + kind;
}
std::string seen_method(const ReportComparison& c, char side) {
  return "follows " + report_at(c, side).method;
}

constexpr std::array kSideDifferences{
    SideDifference{"supply", seen_supply,
                   "bring the DC side to AC with the efficiency of its power supplies (plan: "
                   "psu_efficiency), or declare a supply that is unknown"},
    SideDifference{"boundary", seen_boundaries,
                   "measure both at the same point of the supply, best at the AC input"},
    SideDifference{"cooling", seen_cooling,
                   "state the cooling of both in their plans (members: cooling) and count the same "
                   "parts of it"},
    SideDifference{
        "completeness of the basis", seen_completeness,
        "measure the incomplete one at the input of its nodes: PSU, BMC, outlet or shelf"},
    SideDifference{
        "kind of work", seen_work,
        "give both the same kind of work in their plans (work:), or compare their energies "
        "with --per energy"},
    SideDifference{"major version of the method", seen_method,
                   "compute the older one anew with the version of the newer"},
};

std::string file_and_side(const ReportComparison& comparison, char side) {
  return fmt::format("{} ({})", side, report_at(comparison, side).file);
}

std::string explain_it(const ReportComparison& comparison, char side) {
  return "joulemark explain " + report_at(comparison, side).file + " says what to do";
}

Obstacle of_one_side(const ReportComparison& comparison, const std::string& reason) {
  const char side = reason.front();
  const ReportedTotal& total = report_at(comparison, side).total;
  std::string what = file_and_side(comparison, side) + reason.substr(1);
  if (!total.complete() && !total.why.empty()) what += ": " + total.why;
  if (total.complete() && !total.limited_by.empty() && reason.ends_with("reference-only"))
    what += " (limited by " + name_list(total.limited_by, 4) + ")";
  return {std::move(what), explain_it(comparison, side)};
}

Obstacle obstacle_of(const ReportComparison& comparison, const std::string& reason) {
  if (reason.starts_with("A ") && !reason.starts_with(kSidesDiffer))
    return of_one_side(comparison, reason);
  if (reason.starts_with("B ")) return of_one_side(comparison, reason);
  for (const SideDifference& difference : kSideDifferences)
    if (reason == std::string(kSidesDiffer) + std::string(difference.in))
      return {"A " + difference.seen(comparison, 'A') + ", B " + difference.seen(comparison, 'B'),
              std::string(difference.remedy)};
  return {reason, "check that both reports are of the same kind of system"};
}

// A report without a figure has no class either, and nothing that could differ.
bool follows_from_refusal(const ReportComparison& comparison, const std::string& reason) {
  const bool a = comparison.system_a.refused, b = comparison.system_b.refused;
  if (reason.starts_with(kSidesDiffer)) return a || b;
  return reason == "A is reference-only" ? a : reason == "B is reference-only" && b;
}

}  // namespace

std::vector<Obstacle> obstacles_of(const ReportComparison& comparison) {
  std::vector<Obstacle> out;
  for (const std::string& reason : comparison.result.reasons)
    if (!follows_from_refusal(comparison, reason)) out.push_back(obstacle_of(comparison, reason));
  return out;
}

std::string supply_word(Supply supply) {
  return supply == Supply::kAc ? "AC" : supply == Supply::kDc ? "DC" : "of unknown supply";
}

std::string boundaries_words(const std::set<Boundary>& boundaries) {
  std::vector<std::string> words;
  words.reserve(boundaries.size());
  for (const Boundary boundary : boundaries)
    words.push_back(boundary == Boundary::kUnknown ? "an unknown boundary"
                                                   : std::string(to_string(boundary)));
  return words.empty() ? "no boundary" : join(words, ", ");
}

}  // namespace joulemark
