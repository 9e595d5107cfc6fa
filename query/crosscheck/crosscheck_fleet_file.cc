// Units of one model together (METHOD X-8, X-7b).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "query/crosscheck/crosscheck_file.h"
#include "query/figures.h"

namespace joulemark {
namespace {

double largest_en(const CrosscheckRecord& unit) {
  double en = unit.result.whole.en;
  for (const LevelResult& level : unit.result.levels) en = std::max(en, level.en);
  return en;
}

Result<void> check_alike(const std::vector<CrosscheckRecord>& units) {
  const CrosscheckRecord& first = units.front();
  const std::string model = model_of(first.validated), firmware = firmware_of(first.validated);
  if (model.empty() || firmware.empty())
    return fail(ErrorCode::kInvalid, "a fleet needs units that tell model and firmware: " +
                                         to_string(first.validated.front()) + " does not");
  for (std::size_t i = 0; i < units.size(); ++i) {
    const std::string unit = to_string(units[i].validated.front());
    if (units[i].same_device)
      return fail(ErrorCode::kInvalid, unit + ": its reference is its own device");
    if (model_of(units[i].validated) != model || firmware_of(units[i].validated) != firmware)
      return fail(ErrorCode::kInvalid,
                  fmt::format("{}: is another model or firmware than {}, {}: make a fleet of each",
                              unit, model, firmware));
    for (std::size_t k = 0; k < i; ++k)
      if (units[k].validated == units[i].validated)
        return fail(ErrorCode::kInvalid, unit + ": is given twice");
  }
  return {};
}

// One reference for all: the largest uncertainty, and every group that took part.
Result<TransferredCorrection> transfer_from(const std::vector<const CrosscheckRecord*>& passed) {
  std::vector<double> mean_r;
  std::set<std::string> groups;
  double u_reference = 0.0;
  for (const CrosscheckRecord* unit : passed) {
    mean_r.push_back(unit->result.whole.equivalence.mean_r);
    groups.insert(unit->reference.group);
    u_reference = std::max(u_reference, std::hypot(unit->reference.u_relative, unit->ratio.u));
  }
  return transfer(mean_r, u_reference, join({groups.begin(), groups.end()}, " + "),
                  model_of(passed.front()->validated));
}

CrosscheckVerdict verdict_of(const CrosscheckFleet& fleet,
                             const std::vector<const CrosscheckRecord*>& passed) {
  using enum CrosscheckVerdict;
  if (!fleet.result.passes) return kDisagree;
  if (!fleet.transfer) return kInconclusive;
  return std::all_of(passed.begin(), passed.end(),
                     [](const auto* unit) { return unit->result.verdict == kAgree; })
             ? kAgree
             : kAgree5;
}

std::vector<std::string> reasons_of(const CrosscheckFleet& fleet) {
  std::vector<std::string> out;
  if (!fleet.result.passes)
    out.push_back(std::to_string(fleet.result.above_one) + " of " +
                  count(fleet.result.tested, "unit") + " have E_n above 1 (at most 5 % may), " +
                  std::to_string(fleet.result.far_above) + " above 1.5 (none may)");
  if (!fleet.transfer)
    out.push_back("fewer than two units passed: nothing can be said about other units");
  else if (!fleet.transfer->gives_class)
    out.push_back(count(fleet.passed, "unit") +
                  " passed; from 5 on other units of the model get the class");
  return out;
}

}  // namespace

Result<CrosscheckFleet> fleet_of_units(const std::vector<CrosscheckRecord>& units) {
  if (units.empty()) return fail(ErrorCode::kInvalid, "a fleet needs units");
  if (auto alike = check_alike(units); !alike) return tl::unexpected(alike.error());
  std::vector<double> en;
  std::vector<const CrosscheckRecord*> passed;
  for (const CrosscheckRecord& unit : units) {
    en.push_back(largest_en(unit));
    if (unit.passed()) passed.push_back(&unit);
  }
  const auto result = fleet(en);
  if (!result) return tl::unexpected(result.error());
  CrosscheckFleet out;
  out.result = *result;
  out.passed = passed.size();
  if (passed.size() >= 2) {
    auto transferred = transfer_from(passed);
    if (!transferred) return tl::unexpected(transferred.error());
    out.transfer = std::move(*transferred);
  }
  out.verdict = verdict_of(out, passed);
  out.reasons = reasons_of(out);
  return out;
}

CrosscheckVerdict CrosscheckFile::verdict() const {
  return fleet ? fleet->verdict : units.front().result.verdict;
}

Result<CrosscheckFile> fleet_of(std::vector<CrosscheckFile> files) {
  CrosscheckFile out;
  for (CrosscheckFile& file : files)
    for (CrosscheckRecord& unit : file.units) out.units.push_back(std::move(unit));
  auto fleet = fleet_of_units(out.units);
  if (!fleet) return tl::unexpected(fleet.error());
  out.fleet = std::move(*fleet);
  return out;
}

}  // namespace joulemark
