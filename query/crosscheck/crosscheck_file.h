// joulemark.crosscheck/1: one unit's cross-check, or those of a fleet (METHOD X-8). Reading
// computes every verdict again from the blocks and never trusts the one that is written.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "measurement/crosscheck_fleet.h"
#include "measurement/crosscheck_transfer.h"
#include "query/crosscheck/crosscheck_record.h"

namespace joulemark {

// Units of one model and firmware together: X-8, X-7b.
struct CrosscheckFleet {
  CrosscheckVerdict verdict = CrosscheckVerdict::kInconclusive;
  FleetResult result;
  std::size_t passed = 0;
  std::optional<TransferredCorrection> transfer;  // from the units that passed; at least two
  std::vector<std::string> reasons;               // of anything but AGREE
};

struct CrosscheckFile {
  std::string name;                     // of the file, for messages
  std::vector<CrosscheckRecord> units;  // one, or those of the fleet
  std::optional<CrosscheckFleet> fleet;

  [[nodiscard]] CrosscheckVerdict verdict() const;
};

inline constexpr std::size_t kLongestCrosscheckFile = std::size_t{64} << 20;

// name: shown in errors. kInvalid: no such file, a fact that is missing or impossible, a verdict
// that does not follow from the blocks. Keys that are not known are ignored: a program wrote it.
Result<CrosscheckFile> crosscheck_from_json(std::string_view text, const std::string& name);
std::string crosscheck_to_json(const CrosscheckFile& file);

// kInvalid: no unit, a unit twice, different models or firmwares or none told, a reference that is
// the unit's own device.
Result<CrosscheckFleet> fleet_of_units(const std::vector<CrosscheckRecord>& units);
Result<CrosscheckFile> fleet_of(std::vector<CrosscheckFile> files);

}  // namespace joulemark
