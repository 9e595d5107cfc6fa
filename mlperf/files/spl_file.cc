#include "mlperf/files/spl_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "mlperf/log/calendar_time.h"

namespace joulemark::mlperf {
namespace {

std::string group_of_spl(double watts) {
  return fmt::format("Watts,{:.6f},Volts,-1.000000,Amps,-1.000000,PF,-1.000000", watts);
}

std::string line_of_spl(const std::string& time, double watts, const std::string& mark) {
  return "Time," + time + "," + group_of_spl(watts) + ",Mark," + mark;
}

}  // namespace

std::string spl_file(const std::vector<MeteredUnit>& units, const PowerGrid& grid,
                     const std::string& mark) {
  std::vector<std::vector<double>> totals;
  std::transform(units.begin(), units.end(), std::back_inserter(totals),
                 [](const MeteredUnit& unit) { return unit.total(); });
  const std::size_t steps = totals.empty() ? 0 : totals.front().size();
  std::string out;
  for (std::size_t i = 0; i < steps; ++i) {
    const UtcTime end = grid.end_of(i, steps);
    const UtcTime begin = i == 0 ? grid.start : grid.end_of(i - 1, steps);
    const std::string time = calendar_text(begin + (end - begin) / 2);
    double sum = 0.0;
    for (const std::vector<double>& total : totals) sum += total[i];
    out += line_of_spl(time, sum, mark);
    if (units.size() > 1)
      for (std::size_t u = 0; u < units.size(); ++u)
        out += fmt::format(",Analyzer{},{}", u + 1, line_of_spl(time, totals[u][i], mark));
    else if (units.front().channels.size() > 1)
      for (std::size_t c = 0; c < units.front().channels.size(); ++c)
        out += fmt::format(",Ch{},{}", c + 1, group_of_spl(units.front().channels[c].watts[i]));
    out += "\n";
  }
  return out;
}

}  // namespace joulemark::mlperf
