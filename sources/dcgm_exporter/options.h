// sources.dcgm_exporter of the configuration.
#pragma once

#include <string>
#include <vector>

#include "core/http_target.h"

namespace joulemark::dcgm_exporter {

struct Target : HttpTarget {  // url: with the path of the page
  std::string node;           // whose GPUs; empty: this machine
  Duration interval = std::chrono::seconds(1);
  Duration collect_interval = std::chrono::seconds(30);  // --collect-interval of dcgm-exporter
};

struct Options {
  std::vector<Target> targets;
};

// kNotPresent: nothing is configured; kInvalid: no targets, the same URL twice.
Result<Options> parse_options(const Settings& settings);

}  // namespace joulemark::dcgm_exporter
