#include "mlperf/files/metered_unit.h"

namespace joulemark::mlperf {

std::vector<double> MeteredUnit::total() const {
  std::vector<double> out;
  for (const MeteredChannel& channel : channels) {
    out.resize(channel.watts.size(), 0.0);
    for (std::size_t i = 0; i < channel.watts.size(); ++i) out[i] += channel.watts[i];
  }
  return out;
}

UtcTime PowerGrid::end_of(std::size_t index, std::size_t count) const {
  return index + 1 == count ? end : start + from_seconds(step * static_cast<double>(index + 1));
}

}  // namespace joulemark::mlperf
