// What the server holds for one window: the joined series of every sensor with its metadata and
// clock evidence. The result of fetching, the input of the calculation; knows nothing of reports.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/sensor.h"
#include "measurement/code.h"
#include "measurement/series.h"

namespace joulemark {

// One (cluster, node, source, sensor, exporter).
struct SensorTelemetry {
  std::string cluster;   // external label, where present
  std::string exporter;  // label instance of the scrape
  std::string job;       // of the scrape that was used (the denser one, DESIGN 5)
  Sensor sensor;         // as published at the end of the window; sensor.metrology holds S-4
  Series series;  // joined on scrape time with the reading time (I-2); equal reading times once
  double scrape_interval = 0.0;   // s, median gap between scrapes that returned this series
  bool metadata_changed = false;  // between the ends of the window: METADATA_CHANGED
};

// Evidence on one exporter's clock (METHOD S-5): whichever is measured.
struct ClockEvidence {
  std::string host;                   // exporter (instance)
  std::optional<double> error_bound;  // s, adjtimex, if synchronised throughout
  std::optional<double>
      scrape_bound;  // s, |median(scrape time - exporter time)| + half the longest scrape duration
  [[nodiscard]] std::optional<double> bound()
      const;  // delta_i: the larger of the two; empty: not measured
};

// A cumulative counter of work on a node (METHOD W-2), as the server has it around the window.
struct WorkCounter {
  std::string node;
  std::vector<UtcTime> time;  // of the scrape
  std::vector<double> value;
};

struct ServerInfo {
  std::string url;      // without user, password and query
  std::string product;  // "prometheus", "victoriametrics", "unknown"
  std::string version;  // empty: not told
};

struct Telemetry {
  ServerInfo server;
  std::vector<SensorTelemetry> sensors;  // sorted by node, source, sensor
  std::vector<ClockEvidence> clocks;
  std::vector<WorkCounter> work;  // only where a plan asks for it
};

}  // namespace joulemark
