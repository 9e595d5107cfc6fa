// Reads an answer of the API. Pure: JSON text in, values out; never throws, never recurses.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "promapi/series.h"

namespace joulemark {

struct Answer {
  std::string status;             // "success" or "error"
  std::string error_type, error;  // with status "error"
  std::vector<std::string> warnings;
  bool partial = false;  // "isPartial"
  std::string result_type;
  // A matrix; a vector has one sample a series, a scalar one series without labels.
  std::vector<RangeSeries> series;
  std::map<std::string, std::string, std::less<>> facts;  // text members of data: build information
};

// kInvalid: not JSON (and whether it ends early), not UTF-8, nested beyond reason, or not of the
// shape of the API; the message says which.
Result<Answer> parse_answer(std::string_view json);

}  // namespace joulemark
