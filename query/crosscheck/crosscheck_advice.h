// What a cross-check allows, and what would make it pass: for text and JSON alike.
#pragma once

#include <string>
#include <vector>

#include "query/crosscheck/crosscheck_record.h"

namespace joulemark {

// One sentence on what the verdict is worth in a report.
std::string allowance(const CrosscheckRecord& record);
// One sentence for each thing to look at or to do; none where nothing is to be done.
std::vector<std::string> crosscheck_advice(const CrosscheckRecord& record);

}  // namespace joulemark
