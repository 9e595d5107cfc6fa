#include "measurement/crosscheck_training.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "measurement/numbers.h"

namespace joulemark {
namespace {

constexpr std::size_t kTrainingLevels = 3, kTrainingWindows = 5;

bool is_five_powers(const std::vector<double>& powers) {
  return powers.size() == kTrainingWindows &&
         std::all_of(powers.begin(), powers.end(), is_positive);
}

double without_extremes(std::vector<double> powers) {
  std::sort(powers.begin(), powers.end());
  return std::accumulate(powers.begin() + 1, powers.end() - 1, 0.0) /
         static_cast<double>(powers.size() - 2);
}

TrainingLevelResult training_level(const TrainingLevel& level, double limit) {
  TrainingLevelResult result;
  result.name = level.name;
  result.reference = without_extremes(level.reference);
  result.validated = without_extremes(level.validated);
  result.difference = (result.validated - result.reference) / result.reference;
  result.within = std::fabs(result.difference) <= limit;
  return result;
}

}  // namespace

Result<TrainingAcceptance> training_acceptance(std::span<const TrainingLevel> levels,
                                               double limit) {
  const auto idle = [](const TrainingLevel& level) { return level.idle; };
  if (levels.size() != kTrainingLevels || std::count_if(levels.begin(), levels.end(), idle) != 1)
    return fail(ErrorCode::kInvalid, "the acceptance needs idle and two different loads");
  if (!is_positive(limit)) return fail(ErrorCode::kInvalid, "the limit is not above zero");
  TrainingAcceptance acceptance{true, {}};
  for (const TrainingLevel& level : levels) {
    if (!is_five_powers(level.reference) || !is_five_powers(level.validated))
      return fail(ErrorCode::kInvalid,
                  "level " + level.name + " needs five powers above zero of both meters");
    acceptance.levels.push_back(training_level(level, limit));
    acceptance.accepted = acceptance.accepted && acceptance.levels.back().within;
  }
  return acceptance;
}

}  // namespace joulemark
