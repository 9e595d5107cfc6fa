#include "query/evidence.h"

#include <algorithm>

namespace joulemark {
namespace {

void gather_series(const std::string& node, const SeriesReport& series, Evidence& out,
                   double& energy, double& gaps) {
  const SeriesEnergy& e = series.energy;
  energy += e.energy;
  gaps += e.energy * e.gap_fraction;
  out.longest_interval = std::max(out.longest_interval, e.longest_interval);
  if (series.codes.contains(Code::kCounterReset)) ++out.resets;
  if (series.codes.contains(Code::kFrozen)) ++out.frozen;
  if (!series.accuracy_stated)
    out.unstated_accuracy.push_back(node + " " + series.source + " " + series.sensor);
  out.fewest_samples = out.series == 0 ? e.samples : std::min(out.fewest_samples, e.samples);
  out.shortest_scrape = out.series == 0 ? series.scrape_interval
                                        : std::min(out.shortest_scrape, series.scrape_interval);
  out.longest_scrape = std::max(out.longest_scrape, series.scrape_interval);
  ++out.series;
}

}  // namespace

void gather_evidence(Report& report, const Measurements& measured,
                     std::optional<double> window_host) {
  Evidence& out = report.evidence;
  double energy = 0.0;
  double gaps = 0.0;
  for (const NodeReport& node : report.nodes) {
    const bool member = !node.is_scope() || node.equipment;
    if (member) ++out.asked;
    if (member && node.status == NodeReport::Status::kMissing) out.missing.push_back(node.node);
    if (member && !node.lost()) ++out.measured;
    if (!node.counted()) continue;
    for (const SeriesReport& series : node.series)
      if (series.role == MemberRole::kCounted) gather_series(node.node, series, out, energy, gaps);
  }
  out.coverage = energy > 0.0 ? 1.0 - gaps / energy : 0.0;
  out.window_clock = window_host;
  out.worst_clock = measured.clocks.worst_exporter();
  out.clocks_unmeasured = measured.clocks.unmeasured();
  out.clock_bound = measured.clocks.delta();
}

}  // namespace joulemark
