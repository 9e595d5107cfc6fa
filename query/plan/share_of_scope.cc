#include "query/plan/share_of_scope.h"

#include <algorithm>
#include <array>

#include "measurement/apportion.h"

namespace joulemark {
namespace {

std::size_t members_behind(const NodeReport& scope, const NodeNames& members) {
  return static_cast<std::size_t>(
      std::count_if(scope.feeds.begin(), scope.feeds.end(), [&](const std::string& name) {
        return std::find(members.begin(), members.end(), name) != members.end();
      }));
}

}  // namespace

void share_over_inclusive(Report& report, const Plan& plan) {
  const NodeNames members = plan.nodes();
  for (NodeReport& scope : report.nodes) {
    if (!scope.counted() || !scope.codes.contains(Code::kOverInclusive)) continue;
    const std::size_t ours = members_behind(scope, members);
    const double whole = scope.figure.energy;
    const std::array weights{static_cast<double>(ours),
                             static_cast<double>(scope.feeds.size() - ours)};
    const auto all = millijoules(whole);
    const auto parts = all ? apportion(*all, weights) : tl::unexpected<Error>(all.error());
    if (!parts || !(whole > 0.0)) continue;
    const double energy = 1e-3 * static_cast<double>(parts->front());
    scope.share = ShareOfScope{ours, energy, energy / whole * scope.figure.headline_U};
  }
}

}  // namespace joulemark
