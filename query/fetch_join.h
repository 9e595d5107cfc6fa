// Joins the series of one sensor into samples (METHOD I-2): everything of one scrape belongs to one
// reading, whose time is the reading time; equal reading times are kept once.
#pragma once

#include "core/result.h"
#include "measurement/series.h"
#include "query/fetch_scrape.h"

namespace joulemark {

struct JoinedSensor {
  Series series;                   // kind, exporter, source and columns; no metrology
  Labels page;                     // the page's words at the end
  std::vector<UtcTime> scrapes;    // that returned the energy
  double scrape_interval = 0.0;    // s, median gap of the scrapes; 0: fewer than two
  bool changed_in_window = false;  // method, scope, component or boundary
};

// A scrape without energy, or without another value that the other scrapes have, gives no sample;
// extremes alone may be missing (NaN). A reading time that does not advance gives none either.
// kInvalid: a method that is not known, two energies in one scrape, no reading time at all.
Result<JoinedSensor> join(ScrapedSensor scraped, const Window& window);

}  // namespace joulemark
