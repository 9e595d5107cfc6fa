// Class of a series from its metadata and codes (METHOD L, L-5) and the sampling requirement (F-1
// to F-5).
#pragma once

#include "measurement/class.h"
#include "measurement/code.h"
#include "measurement/series.h"
#include "measurement/window_energy.h"

namespace joulemark {

// F-1 to F-4 and the codes that follow from metadata alone (CLASS_DEFAULT_ACCURACY,
// SENSOR_FILTERED): added to the energy's codes. scrape_interval: median interval of the samples,
// s.
Codes sampling_codes(const Series& series, const SeriesEnergy& energy, double scrape_interval,
                     double clock_bound);
bool meets_sampling(const Series& series, const SeriesEnergy& energy,
                    double scrape_interval);  // F-1

// Class that the accuracy alone allows (certificate, data sheet or device, default), before codes.
Class class_of_accuracy(const Metrology& metrology);
// Worst cap of the codes, with the amounts of L-5 for GAP, EDGE_EXTRAPOLATED, TICK_LIMITED,
// WINDOW_TOO_SHORT.
Class cap_of_series(const SeriesEnergy& energy, const Codes& codes);
// Worst cap of codes that belong to a total (fixed rows of L-5 only).
Class cap_of_codes(const Codes& codes);
// F-5: sqrt(integration^2 + edge^2 + gap^2) against 0.5 % (calibrated) and 1.5 % (cross-validated)
// of E: best class whose limit is met.
Class class_of_sampling_budget(const Budget& budget, double energy);

}  // namespace joulemark
