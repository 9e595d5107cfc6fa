// Class of a series from its metadata and codes (METHOD L, L-5) and the sampling requirement (F-1
// to F-5).
#pragma once

#include "measurement/class.h"
#include "measurement/code.h"
#include "measurement/series.h"
#include "measurement/window_energy.h"

namespace joulemark {

// CLASS_DEFAULT_ACCURACY, also where no accuracy is known; SENSOR_FILTERED.
Codes metadata_codes(const Metrology& metrology);
// F-1 to F-5 and metadata_codes: added to the energy's codes. scrape_interval: median
// interval of the samples, s. F-3 and F-1 let a scrape be late by 2 % and a reading by one interval
// of the exporter, or the scrapes of 5 s that F-1 allows would be too slow every other time.
Codes sampling_codes(const Series& series, const SeriesEnergy& energy, double scrape_interval,
                     double clock_bound);
bool meets_sampling(const Series& series, const SeriesEnergy& energy,
                    double scrape_interval);  // F-1
// F-2: samples in the window; D/scrape_interval where only the edges were fetched.
double samples_in_window(const Series& series, const SeriesEnergy& energy, double scrape_interval);

// Class that the accuracy alone allows (certificate, data sheet or device, default), before codes.
// Whether a certificate holds (L: laboratory, date, serial, range) is for the caller to check.
Class class_of_accuracy(const Metrology& metrology);
// Worst cap of the codes, with the amounts of L-5 for GAP, EDGE_EXTRAPOLATED, TICK_LIMITED,
// WINDOW_TOO_SHORT, BUDGET_EXCEEDED. samples: samples_in_window; by default energy.samples.
Class cap_of_series(const SeriesEnergy& energy, const Codes& codes);
Class cap_of_series(const SeriesEnergy& energy, const Codes& codes, double samples);
// Worst cap of codes that belong to a total (fixed rows of L-5 only).
Class cap_of_codes(const Codes& codes);
// F-5: sqrt(integration^2 + edge^2 + gap^2) against 0.5 % (calibrated) and 1.5 % (cross-validated)
// of E: best class whose limit is met.
Class class_of_sampling_budget(const Budget& budget, double energy);

}  // namespace joulemark
