// A counter along the window: its points, the inside ones, and what lies around each edge (METHOD
// C-3, C-4). The rules that follow (S-4c, C-5 to C-7, I) read this and nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "measurement/bounds.h"
#include "measurement/counter_samples.h"
#include "measurement/series.h"
#include "measurement/timing.h"

namespace joulemark {

// A value with the time it belongs to. A change of a tick-limited counter lies anywhere in
// time -+ width/2; other points have no width.
struct CounterPoint {
  double time = 0.0, energy = 0.0, width = 0.0;
  std::size_t sample = 0;
  [[nodiscard]] double earliest() const { return time - 0.5 * width; }
  [[nodiscard]] double latest() const { return time + 0.5 * width; }
};

// Names as in C-4.
struct CounterEdge {
  double at = 0.0;               // te
  std::size_t a = 0, b = 0;      // inside points: nearest to the edge, and the next one
  std::optional<std::size_t> o;  // nearest point outside
  double L = 0.0, r = 0.0;       // between a and b: s, W
  double d = 0.0;                // a to the edge, s
  double e = 0.0, x = 0.0;       // o to a, J; o to the edge, s
  double ro = 0.0;               // rate between o and a, or r
  double ue = 0.0;               // uncovered between o and a, s
};

struct CounterTrack {
  const Series& series;
  double duration = 0.0;  // D
  bool integrated = false;
  CounterSamples samples{};
  double sample_interval = 0.0;  // median
  Timing timing{};
  bool tick_limited = false;
  double shift = 0.0;  // of the samples, s
  std::vector<CounterPoint> points{};
  std::size_t first = 0, last = 0;     // inside points
  std::array<CounterEdge, 2> edges{};  // of the window's start and end
  double edge_rate = 0.0;              // largest r or ro
  double top_rate = 0.0;               // R: also over the rates between inside points

  [[nodiscard]] double shifted(std::size_t sample) const { return samples.time[sample] - shift; }
  [[nodiscard]] bool in_window(std::size_t sample) const;
  // Whether the interval between the sample before and this one lies in the window, or a part.
  [[nodiscard]] bool meets_window(std::size_t sample) const;
  // Uncovered seconds between two points.
  [[nodiscard]] double uncovered(std::size_t from, std::size_t to) const;
  [[nodiscard]] double span() const { return points[last].time - points[first].time; }
};

// Samples, timing and points; the inside points and edges are not yet known.
CounterTrack track_of(const Series& series, const Window& window);

// C-4. False: fewer than two points lie inside.
bool find_edges(CounterTrack& track);

// Resets of the count that meet the window (C-2): indices as CounterSamples::restarts.
std::vector<std::size_t> restarts_in_window(const CounterTrack& track);
// Increase of resets_total over the window (C-2).
double counted_resets(const CounterTrack& track);

}  // namespace joulemark
