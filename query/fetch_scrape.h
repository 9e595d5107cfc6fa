// The raw series of one sensor as one scrape target delivered them, and the choice of one of them
// where several exist (DESIGN 5): the denser scrape job, never two exporters or two replicas.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "core/result.h"
#include "measurement/series.h"
#include "promapi/selector.h"
#include "promapi/series.h"
#include "query/fetch_identity.h"

namespace joulemark {

// What stands beside the energy of a reading.
enum class Column { kReadingTime, kVariance, kUncovered, kResets, kStart, kMinimum, kMaximum };
inline constexpr std::size_t kColumns = 7;

// Energy under one set of the page's words (method, scope, component, boundary).
struct EnergySeries {
  Labels page;
  std::vector<RangeSample> samples;
};

struct ScrapedSensor {
  SensorKey sensor;
  std::string instance;
  Labels scrape;  // job and its like
  Labels others;  // what external labels and the configuration add
  std::vector<EnergySeries> energy;
  std::array<std::vector<RangeSample>, kColumns> columns;

  [[nodiscard]] std::vector<RangeSample>& column(Column c) {
    return columns[static_cast<std::size_t>(c)];
  }
  [[nodiscard]] std::size_t energies(UtcTime start, UtcTime end) const;  // samples in [start, end]
  [[nodiscard]] std::string job() const { return std::string(label(scrape, "job")); }
};

// All series of a window that make up samples.
std::vector<std::string> sample_metrics();

// One entry per sensor and scrape target that has any energy. LABEL_CONFLICT by check_labels().
Result<std::vector<ScrapedSensor>> group_by_scrape(std::vector<RangeSeries> raw);

// One entry per sensor. LABEL_CONFLICT: one sensor from several exporters within the window;
// REPLICA_SERIES: the same scrape twice under a replica label.
Result<std::vector<ScrapedSensor>> choose_scrapes(std::vector<ScrapedSensor> all,
                                                  const Window& window);

}  // namespace joulemark
