// Nodes that were asked for and have no series: why, as far as the server can tell.
#pragma once

#include <set>
#include <string>

#include "core/result.h"
#include "promapi/client.h"
#include "query/fetch.h"

namespace joulemark {

// LABEL_CONFLICT if one of the asked nodes stands in exported_node; else success. Asks the server
// only if a node is missing.
Result<void> check_missing_nodes(PrometheusClient& client, const FetchRequest& request,
                                 const std::set<std::string>& found);

// The error for no series at all: metric, nodes and time that were asked, and what the server has
// instead.
Error explain_nothing(PrometheusClient& client, const FetchRequest& request);

// The name with the fewest changes, if it is near enough to be meant; else empty.
std::string nearest_name(const std::string& name, const std::set<std::string>& known);

}  // namespace joulemark
