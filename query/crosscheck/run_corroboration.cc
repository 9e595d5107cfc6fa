#include "query/crosscheck/run_corroboration.h"

#include <algorithm>

namespace joulemark {
namespace {

constexpr double kLeastFilled = 0.9;  // of the window
constexpr Duration kSameRun = std::chrono::hours(24);

double seconds_inside(const CheckedBlock& block, const Duration length, const Window& window) {
  const auto begin = std::max(block.begin, window.start);
  const auto end = std::min(block.begin + length, window.end);
  return end > begin ? seconds(end - begin) : 0.0;
}

bool fills(const CheckedLevel& level, const Duration length, const Window& window) {
  double inside = 0.0;
  for (const CheckedBlock& block : level.blocks) inside += seconds_inside(block, length, window);
  const double rest = seconds(length);
  return inside >= std::min(kLeastFilled * window.duration(), window.duration() - rest) &&
         inside > 0.0;
}

bool near_run(const CheckedLevel& level, const Window& window) {
  return std::all_of(level.blocks.begin(), level.blocks.end(), [&](const CheckedBlock& block) {
    return block.begin >= window.start - kSameRun && block.begin <= window.end + kSameRun;
  });
}

}  // namespace

bool is_of_the_run(const CrosscheckRecord& record, const Window& window) {
  const Duration length = from_seconds(record.block_seconds);
  const auto& levels = record.levels;
  return std::any_of(levels.begin(), levels.end(),
                     [&](const CheckedLevel& level) {
                       return level.kind == LevelKind::kWorkload && fills(level, length, window);
                     }) &&
         std::all_of(levels.begin(), levels.end(),
                     [&](const CheckedLevel& level) { return near_run(level, window); });
}

bool settles_aliasing(const CrosscheckRecord& record, const Window& window) {
  const Chain& reference = record.reference.sensors;
  return record.passed() && !reference.empty() &&
         std::all_of(reference.begin(), reference.end(),
                     [](const CheckedSensor& sensor) {
                       return sensor.quantity == QuantityKind::kEnergy;
                     }) &&
         is_of_the_run(record, window);
}

std::string corroboration_objection(const CrosscheckRecord& record, const Window& window) {
  if (record.same_device) return "both sides are one device";
  if (record.reference.calibrated())
    return "its reference is calibrated: it is a cross-validation of the other chain (X-7)";
  if (record.reference.kind != ReferenceKind::kTelemetry)
    return "its reference is a log, and not a chain of this run's telemetry";
  if (record.simulated()) return "a side is simulated";
  if (!is_of_the_run(record, window))
    return "it was not made in this run: its workload level must be the window, and its other "
           "levels lie within a day of it";
  return {};
}

Result<Corroboration> corroborate_run(const CrosscheckRecord& record, const Window& window,
                                      const StatedEnergy& reference,
                                      const StatedEnergy& validated) {
  if (const auto why = corroboration_objection(record, window); !why.empty())
    return fail(ErrorCode::kInvalid, why);
  CrosscheckInput input = crosscheck_input(record);
  input.reference = reference;
  input.validated = validated;
  return corroborate(input);
}

}  // namespace joulemark
