// What `joulemark sources` prints: the sources, their sensors with metrology and role, and the
// figure of the node.
#pragma once

#include <string>
#include <vector>

#include "query/host_figure.h"
#include "query/screen.h"
#include "query/source_look.h"

namespace joulemark {

struct SourcesReport {
  std::string node;
  UtcTime time;        // when the look began
  Duration looked{0};  // how long the sensors were read
  std::vector<SourceLook> sources;
};

std::string sources_to_text(const SourcesReport& report);
std::string sources_to_json(const SourcesReport& report);

std::size_t sensors_of(const SourcesReport& report);

// Blocks of the text.
Lines source_lines(const SourcesReport& report);
Lines sensor_lines(const SourcesReport& report, const HostFigure& figure);
Lines metrology_lines(const SourcesReport& report);
Lines figure_lines(const SourcesReport& report, const HostFigure& figure);
Lines nothing_found_lines(const SourcesReport& report);

// For people, in two to three significant digits: "150 W", "6.04 W", "1.02 kW".
std::string watts_text(Watts power);

}  // namespace joulemark
