// Power over time as inline SVG: steps of mean power, a hatched band where there is none.
#pragma once

#include <optional>
#include <string>

#include "query/html.h"
#include "query/power_trace.h"

namespace joulemark {

struct MeanBand {
  double watts = 0.0, U = 0.0;
};

struct Chart {
  const PowerPicture& trace;
  const PowerLine& line;
  const PowerLine* other = nullptr;  // thinner, dashed
  std::optional<MeanBand> mean;      // what the report says of the whole window
  double top = 0.0;                  // W at the upper edge; the lower edge is 0 W
  int height = 0;                    // px
  std::string described_by;          // id of the words that tell the same
};

double largest_power(const PowerLine& line);  // 0: nothing but gaps
// A round number above.
double round_top(double watts);
std::string watts_figure(double watts);  // "512 W", "1.18 kW": three digits, for reading a picture

// The picture, and beside it what the script needs to read values from it.
Html power_chart(const Chart& chart);
// Once per page, before the first chart: what they refer to.
Html chart_definitions();

}  // namespace joulemark
