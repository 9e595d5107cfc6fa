#include "measurement/aliasing.h"

#include <algorithm>

#include "measurement/component.h"

namespace joulemark {

Variance variance_of_terms(double sum, double sum_of_squares, double overlap) {
  if (sum <= 0.0) return {0.0, kInfinity};
  return {sum / overlap, std::max(1.0, sum * sum / sum_of_squares / overlap)};
}

Variance at_least_scatter(const Variance& seen, double sd, double duration, double step) {
  const double N = std::max(2.0, duration / step);
  const double floor = (duration * sd) * (duration * sd) / N;
  return floor > seen.u2 ? Variance{floor, N - 1.0} : seen;
}

double alias_bound(const Timing& timing, double step, double energy, double duration,
                   const PowerRange& range) {
  const double seen = timing.observed * timing.averaging / step;
  const double unseen = 1.0 - (seen >= 0.0 ? std::min(1.0, seen) : 0.0);
  return unseen * duration * range.distance_from(energy / duration);
}

std::string read_group(const Series& series) {
  if (series.exporter.empty()) return {};
  return "read:" + series.exporter + "/" + series.source;
}

}  // namespace joulemark
