// The test vectors of METHOD (tests/fixtures/vectors): inputs as series, expectations as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "measurement/series.h"

namespace joulemark::vectors {

// Whole file of a vector, e.g. "01_gauge_avg_const"; a missing file throws std::runtime_error.
nlohmann::json load(std::string_view name);

// Names of all vectors, sorted, without ".json".
std::vector<std::string> names();

// Metadata of S-4 and the csv text; times to the nanosecond as they are written.
Series series_of(const nlohmann::json& series);

// Members t0 and t1 in seconds.
Window window_of(const nlohmann::json& input);

// Numbers agree to 1e-9 relative, or absolutely below 1e-9; "inf" is infinity.
bool agrees(double value, const nlohmann::json& expected);

}  // namespace joulemark::vectors
