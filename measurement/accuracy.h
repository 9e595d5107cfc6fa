// What the sensor's limits of error bring to the budget (METHOD ): systematic over the
// window, never divided by sqrt(n).
#pragma once

#include <string>

#include "core/metrology.h"
#include "measurement/component.h"

namespace joulemark {

// `gain` and `offset`, and where a part of the variance belongs to the unit alone, `gain_unit` and
// `offset_unit`. energy in J, duration in s.
void add_accuracy(Budget& budget, const Accuracy& accuracy, double energy, double duration);

// The limits of error at this mean power. Those of a PSU input depend on its load (METHOD's table):
// without a rating, or without a number, they are those of the lowest load.
Accuracy limits_in_force(const Metrology& metrology, Watts mean_power);

// "<acc_group>/latency" (T-2); empty for an individually calibrated sensor.
std::string latency_group(const Accuracy& accuracy);

}  // namespace joulemark
