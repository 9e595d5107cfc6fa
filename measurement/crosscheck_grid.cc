#include "measurement/crosscheck_grid.h"

#include <algorithm>
#include <cmath>

#include "measurement/statistics.h"
#include "measurement/timing.h"

namespace joulemark {
namespace {

constexpr std::size_t kFewestReadings = 3;
constexpr double kMostSteps = 2e6;
constexpr double kLongestGap = 3.0;  // steps

Result<void> check_trace(const PowerTrace& trace) {
  const auto finite = [](double value) { return std::isfinite(value); };
  const char* why = nullptr;
  if (trace.time.size() != trace.power.size() || trace.time.size() < kFewestReadings)
    why = "a trace needs at least 3 readings";
  else if (!std::all_of(trace.time.begin(), trace.time.end(), finite) ||
           !std::all_of(trace.power.begin(), trace.power.end(), finite))
    why = "a reading of a trace is no finite number";
  else if (std::adjacent_find(trace.time.begin(), trace.time.end(), std::greater_equal<>()) !=
           trace.time.end())
    why = "the times of a trace do not ascend";
  if (why != nullptr) return fail(ErrorCode::kInvalid, why);
  return {};
}

double longest(const std::vector<double>& intervals) {
  return *std::max_element(intervals.begin(), intervals.end());
}

std::vector<double> interpolated(const PowerTrace& trace, double begin, double step,
                                 std::size_t count) {
  std::vector<double> power;
  power.reserve(count);
  std::size_t i = 1;
  for (std::size_t k = 0; k < count; ++k) {
    const double time = begin + static_cast<double>(k) * step;
    while (i + 1 < trace.time.size() && trace.time[i] < time) ++i;
    const double f = (time - trace.time[i - 1]) / (trace.time[i] - trace.time[i - 1]);
    power.push_back(std::lerp(trace.power[i - 1], trace.power[i], f));
  }
  return power;
}

}  // namespace

Result<CommonGrid> common_grid(const PowerTrace& reference, const PowerTrace& validated) {
  for (const PowerTrace* trace : {&reference, &validated})
    if (auto checked = check_trace(*trace); !checked) return tl::unexpected(checked.error());
  const auto steps_a = differences(reference.time), steps_b = differences(validated.time);
  CommonGrid grid;
  grid.step = std::max(median(steps_a), median(steps_b));
  if (std::max(longest(steps_a), longest(steps_b)) > kLongestGap * grid.step + kTimeTolerance)
    return fail(ErrorCode::kInvalid, "a trace has a gap of more than 3 steps");
  const double begin = std::max(reference.time.front(), validated.time.front());
  const double end = std::min(reference.time.back(), validated.time.back());
  const double steps = std::floor((end - begin) / grid.step + kTimeTolerance);
  if (!(steps >= 1.0 && steps <= kMostSteps))
    return fail(ErrorCode::kInvalid, "the traces have no time in common, or too many steps");
  const auto count = static_cast<std::size_t>(steps) + 1;
  grid.reference = interpolated(reference, begin, grid.step, count);
  grid.validated = interpolated(validated, begin, grid.step, count);
  return grid;
}

}  // namespace joulemark
