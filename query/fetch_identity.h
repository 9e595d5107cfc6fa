// Which labels say what: the sensor (cluster, node, source, sensor), the exporter (instance), the
// scrape (job and its like), the page's own words, and the rest, which external labels and scrape
// configurations add.
#pragma once

#include <compare>
#include <string>
#include <string_view>

#include "core/result.h"
#include "promapi/series.h"

namespace joulemark {

struct SensorKey {
  std::string cluster, node, source, sensor;
  friend auto operator<=>(const SensorKey&, const SensorKey&) = default;
};

SensorKey sensor_key(const Labels& labels);
std::string to_string(const SensorKey& key);  // node="a", source="rapl", sensor="package-0"

bool tells_scrape(std::string_view name);   // job and labels that only one scrape job sets
bool tells_replica(std::string_view name);  // differs between two servers that scrape the same
bool on_page(std::string_view name);        // served by the exporter beside the identity

// LABEL_CONFLICT where the server renamed a label of ours (exported_node) or lost it. The message
// holds the two lines that mend the scrape job.
Result<void> check_labels(const Labels& labels);

}  // namespace joulemark
