// From a server and a window to telemetry: raw samples around the window, joined per reading
// (METHOD I-2), metadata at both ends, clock evidence. Nothing is resampled, nothing is filled.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "measurement/series.h"
#include "promapi/client.h"
#include "promapi/selector.h"
#include "query/telemetry.h"

namespace joulemark {

struct FetchRequest {
  Window window;
  std::vector<std::string> nodes;      // exact names; empty: every node that the server has
  std::vector<LabelMatcher> matchers;  // --match
};

// What is being done and which share of it is done, 0 to 1. May be empty.
using Progress = std::function<void(std::string_view stage, double share)>;

// Nodes without any series are not an error as long as one has some: the telemetry lacks them. An
// error that has a code of METHOD L-5 (LABEL_CONFLICT, REPLICA_SERIES, SERVER_PARTIAL) begins with
// it, see code_of(). kNotPresent: no series at all; the message says what was asked, what the
// server has and what may be meant.
Result<Telemetry> fetch(PrometheusClient& client, const FetchRequest& request,
                        const Progress& progress = {});

}  // namespace joulemark
