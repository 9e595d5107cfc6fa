// What the exporters say about their sensors at one moment (FORMATS 2, DESIGN 4) and what it means.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/result.h"
#include "core/sensor.h"
#include "promapi/client.h"
#include "query/fetch_identity.h"

namespace joulemark {

struct SensorMetadata {
  Labels info;                           // of joulemark_sensor_info, without what the server adds
  std::map<std::string, double> values;  // by metric name and limit: "..._watts min nameplate"
  friend bool operator==(const SensorMetadata&, const SensorMetadata&) = default;
};

// A sensor as one exporter describes it; the scrape job does not matter.
using MetadataKey = std::pair<SensorKey, std::string>;

struct MetadataSnapshot {
  std::map<MetadataKey, SensorMetadata> sensors;
  std::set<MetadataKey> contradicted;  // described in two ways at that moment
};

// Last values at or before the moment, within the server's staleness.
Result<MetadataSnapshot> fetch_metadata(PrometheusClient& client,
                                        const std::vector<LabelMatcher>& matchers, UtcTime time);

// kInvalid: a word of a closed list that this program does not know; the message names it. A
// component, boundary or supply that is not known is "other" or "unknown": both are honest.
Result<Sensor> to_sensor(const SensorKey& key, const SensorMetadata& metadata);

}  // namespace joulemark
