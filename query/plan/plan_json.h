// The parts of joulemark.report/1 that come from a plan (FORMATS 7).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "query/report.h"

namespace joulemark {

nlohmann::ordered_json shared_json(const std::vector<SharedReport>& shared);
nlohmann::ordered_json attribution_json(const Report& report);  // null without work
nlohmann::ordered_json ratios_json(const std::vector<WorkRatio>& ratios);
nlohmann::ordered_json declared_json(const std::vector<Declared>& declared);

}  // namespace joulemark
