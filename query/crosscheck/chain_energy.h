// Energy of one side of a cross-check: of every block, of a level, and of all levels together.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/result.h"
#include "measurement/series.h"
#include "measurement/total.h"
#include "measurement/window_energy.h"

namespace joulemark {

using ChainSeries = std::vector<Series>;  // of the sensors whose energies are added

struct BlockEnergy {
  std::vector<double> joules;  // of each sensor
  std::string why;             // not empty: the block has no energy of its own
  [[nodiscard]] double sum() const;
};

// A block with a gap of more than 1 % or a reset has none: what would be filled in is no reading.
BlockEnergy block_energy(const ChainSeries& series, const Window& block, double clock_bound);

// One level's window.
struct LevelEnergy {
  Window window;
  std::vector<SeriesEnergy> sensors;
  Total total;
};
// kInvalid: a sensor has no energy there; the message holds the code.
Result<LevelEnergy> level_energy(const ChainSeries& series, const Window& window,
                                 double clock_bound);

// Levels one after the other: one cause is one component throughout (METHOD U-1), outages keep
// their place in time.
Total all_levels(const std::vector<LevelEnergy>& levels);

// Standard uncertainty of gain and offset, relative to the energy: the largest of the levels.
double relative_accuracy(const std::vector<LevelEnergy>& levels);

}  // namespace joulemark
