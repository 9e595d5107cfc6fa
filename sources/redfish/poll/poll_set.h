// The resources to be read again and again, and where in them each value is.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sources/redfish/service/document.h"
#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

struct PollUrl {
  std::string path;
  bool expand = false;  // a collection, together with its members
};

struct Spot {
  std::size_t url = 0;
  std::string member;  // path of the member of an expanded collection; empty: the resource itself
  Json::json_pointer pointer;
  double scale = 1.0;    // of metric reports
  std::string property;  // MetricProperty that must stand beside the value; empty: no report
};

struct PollSet {
  std::vector<PollUrl> urls;
  std::vector<Spot> spots;  // of each value, in the order given
};

// Of several values in one metric report, the report; of several members of one collection, the
// collection, if the service can expand it; else the resources themselves.
PollSet poll_set_of(const Inventory& inventory, const std::vector<Measured>& values, bool expand);

struct Found {
  std::optional<Number> number;  // empty: null, absent, stale, another property
  std::string reading_time;      // ReadingTime beside it
  std::string epoch;             // SensorResetTime or, of a LifetimeReading, LifetimeStartDateTime
};
// kNotPresent: the collection came without its members.
Result<Found> found_at(const Document& document, const Spot& spot);

}  // namespace joulemark::redfish
