// From a server to the material of a cross-check: which sensors are meant, and their samples around
// every level.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "promapi/client.h"
#include "query/crosscheck/certificate.h"
#include "query/crosscheck/expected_ratio.h"
#include "query/crosscheck/make_crosscheck.h"
#include "query/crosscheck/power_log.h"
#include "query/crosscheck/sensor_selector.h"
#include "query/fetch.h"
#include "query/plan/plan.h"

namespace joulemark {

struct NamedLog {
  ReferenceLog facts;
  PowerLog log;
  std::vector<std::string> declared;  // what was told about it
};

struct CrosscheckRequest {
  std::vector<SensorSelector> validate, against;  // against: empty with a log
  std::optional<NamedLog> log;
  std::vector<LevelRequest> levels;  // in order of time
  std::vector<Certificate> certificates;
  std::optional<Boundary> validated_boundary, reference_boundary;  // declared
  RatioOptions ratio;
  std::vector<PlanMapping> mappings;  // of a plan: series of other exporters
  NodeNames members;                  // of that plan
  double block_seconds = kBlock;
  bool over_storage = false;  // S-6: lags up to 60 s
  bool training = false;
};

// kNotPresent: a selector that matches no sensor; kInvalid: one that matches several, a sensor that
// is another one in a later level, what check_independence and expected_ratio refuse, a log that
// does not hold a level.
Result<CrosscheckMaterial> gather_levels(PrometheusClient& server, const CrosscheckRequest& request,
                                         const Progress& progress = {});

}  // namespace joulemark
