// What a benchmark would be worth if it ran now: the last minutes, evaluated as a window and scaled
// to the planned length. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "query/report.h"
#include "query/telemetry.h"

namespace joulemark {

inline constexpr Duration kLookBack = std::chrono::minutes(10);

// The part of the look-back that can be evaluated: it ends where every scrape has come in, begins
// where the last node to appear has readings, and is no longer than planned. kNotPresent: less
// than 10 s; the message names the node to wait for.
Result<Window> window_to_look_at(const Telemetry& telemetry, UtcTime now, Duration planned);

struct NodeOutlook {
  std::string node;
  std::optional<double> native_interval;  // s, Tu of its slowest counted sensor; empty: not known
  double scrape_interval = 0.0;           // s, the slowest
  std::optional<double> clock_bound;      // s; empty: not measured
  double gaps = 0.0;                      // s of the look-back without data, of its worst sensor
  double watched = 0.0;                   // s of the look-back between its first and last reading
};

struct RedLine {
  std::string what;                // reason code, or a word of preflight itself
  std::vector<std::string> nodes;  // empty: all
  std::string meaning, remedy;
};

struct Outlook {
  Report report;  // of the part of the look-back
  double planned = 0.0;
  double energy = 0.0, U = 0.0;  // of the planned window under the same load; with a complete total
  std::vector<NodeOutlook> nodes;  // as report.nodes
  std::vector<RedLine> red_lines;  // the most serious first
};

// report: evaluated over window_to_look_at() of this telemetry.
Outlook look_ahead(Report report, const Telemetry& telemetry, UtcTime now, Duration planned);

std::string outlook_to_text(const Outlook& outlook);
std::string outlook_to_json(const Outlook& outlook);

}  // namespace joulemark
