#include "tests/measurement/made_crosscheck.h"

#include <numeric>
#include <random>

namespace joulemark::made {
namespace {

constexpr double kRelativeU = 0.03;

double sum_of(const std::vector<double>& blocks) {
  return std::accumulate(blocks.begin(), blocks.end(), 0.0);
}

}  // namespace

CrosscheckInput crosscheck_input(std::uint64_t seed, const SensorErrors& errors, int idle_blocks,
                                 int steady_blocks, int workload_blocks) {
  std::mt19937_64 random(seed);
  std::normal_distribution<> scatter(1.0, errors.scatter);
  std::uniform_real_distribution<> load(800, 1000);
  CrosscheckInput input;
  input.ratio = {1.02, 0.0017};
  const auto add = [&](const char* name, LevelKind kind, double watts, int blocks) {
    CrosscheckLevel level{name, kind, {}, {}, 0.0, 0.0};
    for (int k = 0; k < blocks; ++k) {
      const double truth = watts > 0 ? watts : load(random);
      level.reference.push_back(kBlock * 1.02 * truth * scatter(random));
      level.validated.push_back(kBlock * (errors.gain * truth + errors.offset_watts) *
                                scatter(random));
    }
    level.U_reference = kRelativeU * sum_of(level.reference);
    level.U_validated = kRelativeU * sum_of(level.validated);
    input.reference.energy += sum_of(level.reference);
    input.validated.energy += sum_of(level.validated);
    input.levels.push_back(level);
  };
  add("idle", LevelKind::kIdle, 300, idle_blocks);
  add("steady", LevelKind::kSteady, 700, steady_blocks);
  add("workload", LevelKind::kWorkload, 0, workload_blocks);
  input.reference.U = kRelativeU * input.reference.energy;
  input.validated.U = kRelativeU * input.validated.energy;
  return input;
}

}  // namespace joulemark::made
