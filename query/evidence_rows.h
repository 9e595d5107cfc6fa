// What stands behind the figure, a sentence each: nodes, clocks, coverage, sampling, declared
// values.
#pragma once

#include <string>
#include <vector>

#include "query/report.h"

namespace joulemark {

struct EvidenceRow {
  std::string name, text;
};

// Without any series only what is known of the nodes.
std::vector<EvidenceRow> evidence_rows(const Report& report);

}  // namespace joulemark
