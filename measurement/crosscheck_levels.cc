#include "measurement/crosscheck_levels.h"

#include <algorithm>
#include <numeric>

#include "measurement/numbers.h"

namespace joulemark {
namespace {

constexpr std::size_t kFewestLevels = 3;
constexpr double kShortestLevel = 300.0, kShortestWorkload = 600.0;  // s

Result<void> check_level(const CrosscheckLevel& level, double block_seconds) {
  const auto refused = [&](const char* why) {
    return fail(ErrorCode::kInvalid, "level " + level.name + ": " + why);
  };
  if (level.reference.size() != level.validated.size())
    return refused("the two sensors have different numbers of blocks");
  if (level.validated.size() < kFewestBlocks) return refused("it has fewer than 5 blocks");
  const double length = static_cast<double>(level.validated.size()) * block_seconds;
  const bool workload = level.kind == LevelKind::kWorkload;
  if (length < (workload ? kShortestWorkload : kShortestLevel))
    return refused(workload ? "the workload is shorter than 600 s" : "it is shorter than 300 s");
  return {};
}

bool has_kind(const CrosscheckInput& input, LevelKind kind) {
  return std::any_of(input.levels.begin(), input.levels.end(),
                     [&](const auto& level) { return level.kind == kind; });
}

bool is_copy(const PooledBlocks& pooled) { return pooled.reference == pooled.validated; }

}  // namespace

Result<void> check_levels(const CrosscheckInput& input) {
  const auto refused = [](const char* why) { return fail(ErrorCode::kInvalid, why); };
  if (!is_positive(input.block_seconds) || input.block_seconds < kBlock)
    return refused("the blocks of a cross-check are at least 60 s long");
  if (!is_amount(input.accuracy_watts)) return refused("acc_abs of the sensor is no usable number");
  if (input.levels.size() < kFewestLevels)
    return refused("a cross-check needs three levels: idle, a steady load, the workload");
  for (const LevelKind kind : {LevelKind::kIdle, LevelKind::kSteady, LevelKind::kWorkload})
    if (!has_kind(input, kind))
      return refused("a cross-check needs an idle level, a steady load and the workload");
  for (const CrosscheckLevel& level : input.levels)
    if (auto checked = check_level(level, input.block_seconds); !checked) return checked;
  if (is_copy(pooled_blocks(input)))
    return refused("the two sensors agree to the last digit: one is computed from the other");
  return {};
}

double PooledBlocks::mean_validated_watts(double block_seconds) const {
  return std::accumulate(validated.begin(), validated.end(), 0.0) /
         (static_cast<double>(validated.size()) * block_seconds);
}

PooledBlocks pooled_blocks(const CrosscheckInput& input) {
  PooledBlocks pooled;
  for (const CrosscheckLevel& level : input.levels) {
    pooled.reference.insert(pooled.reference.end(), level.reference.begin(), level.reference.end());
    pooled.validated.insert(pooled.validated.end(), level.validated.begin(), level.validated.end());
  }
  return pooled;
}

std::vector<double> powers(const std::vector<double>& joules, double divisor) {
  std::vector<double> watts;
  watts.reserve(joules.size());
  for (const double energy : joules) watts.push_back(energy / divisor);
  return watts;
}

}  // namespace joulemark
