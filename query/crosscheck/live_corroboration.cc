#include "query/crosscheck/live_corroboration.h"

#include <utility>

namespace joulemark {
namespace {

StatedEnergy stated(const Total& total) { return {total.energy, total.headline_U}; }

}  // namespace

Result<LiveCorroboration> corroborate_live(CrosscheckMaterial material, LevelMaterial window) {
  if (material.prepared.same_device || !material.prepared.reference.certificates.empty())
    return fail(ErrorCode::kInvalid,
                "corroboration is for two independent chains of which neither is calibrated "
                "(METHOD L-6)");
  auto record = make_crosscheck(std::move(material));
  if (!record) return tl::unexpected(record.error());
  auto validated = with_measured_lag(std::move(window.validated), record->lag);
  if (!validated) return tl::unexpected(validated.error());
  const Window& times = window.level.window;
  const auto upstream = level_energy(window.reference, times, window.reference_clock);
  if (!upstream) return fail_in("the window, upstream chain", upstream.error());
  const auto other = level_energy(*validated, times, window.validated_clock);
  if (!other) return fail_in("the window, other chain", other.error());
  CrosscheckInput input = crosscheck_input(*record);
  input.reference = stated(upstream->total);
  input.validated = stated(other->total);
  auto result = corroborate(input);
  if (!result) return tl::unexpected(result.error());
  return LiveCorroboration{std::move(*result), std::move(*record)};
}

}  // namespace joulemark
