// The samples of one sensor as CSV, as fetched: integer nanoseconds, shortest texts that read back
// as the same doubles. What is written is read back bit for bit.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "measurement/series.h"

namespace joulemark {

std::string samples_to_csv(const Series& series);
// Fills the columns and nothing else. kInvalid: the message has the name, the line and what is
// expected; also for times that do not rise.
Result<void> samples_from_csv(std::string_view text, const std::string& name, Series& series);

}  // namespace joulemark
