#include "query/power_trace.h"

#include <algorithm>

#include "query/counted_parts.h"
#include "query/measurements.h"
#include "query/plan/arrangement.h"
#include "query/power_bins.h"

namespace joulemark {
namespace {

constexpr std::size_t kMostBins = 600;

using BinnedWatts = std::vector<std::optional<double>>;

bool has_figure(const NodeReport& node) { return node.status == NodeReport::Status::kOk; }

std::vector<std::size_t> counted_members(const NodeReport& node) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < node.series.size(); ++i)
    if (node.series[i].role == MemberRole::kCounted) out.push_back(i);
  return out;
}

// The series of a report stand in the order of the telemetry.
class Tracer {
 public:
  Tracer(const Members& members, const Window& window, double bin)
      : members_(members), window_(window), bin_(bin) {}

  [[nodiscard]] BinnedWatts sum(const NodeReport& node,
                                const std::vector<std::size_t>& series) const {
    BinnedWatts out;
    for (const std::size_t i : series)
      add_power(out, binned_power(members_.at(node.node).at(i)->series, window_, bin_));
    return out;
  }

 private:
  const Members& members_;
  const Window& window_;
  double bin_;
};

const OtherCover* cover_of(const NodeReport& node, Basis basis) {
  for (const OtherCover& cover : node.other_covers)
    if (cover.basis == basis) return &cover;
  return nullptr;
}

// The furthest upstream of those that every node with a figure has.
std::optional<Basis> common_other_basis(const std::vector<const NodeReport*>& nodes) {
  std::optional<Basis> out;
  if (nodes.empty()) return out;
  for (const OtherCover& cover : nodes.front()->other_covers)
    if ((!out || cover.basis < *out) &&
        std::all_of(nodes.begin(), nodes.end(),
                    [&](const NodeReport* node) { return cover_of(*node, cover.basis); }))
      out = cover.basis;
  return out;
}

std::vector<const NodeReport*> nodes_with_figure(const Report& report) {
  std::vector<const NodeReport*> out;
  for (const NodeReport& node : report.nodes)
    if (has_figure(node)) out.push_back(&node);
  return out;
}

}  // namespace

PowerPicture power_trace(const Telemetry& telemetry, const Report& report, const Plan* plan) {
  PowerPicture out;
  out.start = report.times.start;
  out.duration = report.times.duration();
  out.bin = bin_width(out.duration, report.evidence.longest_scrape, kMostBins);
  const auto arrangement = arrange(telemetry, plan);
  const auto nodes = nodes_with_figure(report);
  if (!arrangement || nodes.empty()) return out;
  const Tracer tracer(arrangement->members, report.times, out.bin);
  out.counted = PowerLine{"counted", {}};
  for (const NodeReport* node : nodes) {
    BinnedWatts watts = tracer.sum(*node, counted_members(*node));
    for (std::optional<double>& bin : watts)
      if (bin) *bin *= counted_per_metered(*node);  // as it is counted, e.g. at the AC input
    add_power(out.counted->watts, watts);
    if (nodes.size() > 1 && nodes.size() <= kMostTracedNodes)
      out.nodes.push_back({node->node, std::move(watts)});
  }
  const auto other = common_other_basis(nodes);
  if (!other) return out;
  out.other = PowerLine{std::string(to_string(*other)), {}};
  for (const NodeReport* node : nodes)
    add_power(out.other->watts, tracer.sum(*node, cover_of(*node, *other)->members));
  return out;
}

}  // namespace joulemark
