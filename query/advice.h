// What would bring U below 2 % of E: computed from the budget, and honest where nothing of the kind
// helps.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "query/report.h"

namespace joulemark {

inline constexpr double kGoodUncertainty = 0.02;  // of E: the limit of class calibrated (METHOD L)

// U/E of the same load and instruments if the window lasted `factor` times as long: what a reading,
// an edge, a clock or a reset costs stays, gain and offset grow with the energy, sampling by the
// square root. Scrapes `scrape` times as far apart scale the edges.
double predicted_ratio(const Total& figure, double factor, double scrape);

// The shortest window in s that brings U/E below the limit; empty: no window does.
std::optional<double> window_for(const Total& figure, double duration, double limit);
// The longest scrape interval in s, not below 1 s, that does so for the same window.
std::optional<double> scrape_interval_for(const Total& figure, double interval, double limit);

// Sentences for the report, the most useful first.
std::vector<std::string> advise(const Report& report);

}  // namespace joulemark
