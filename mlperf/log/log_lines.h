// The lines of a log, however long lines and file are: constant memory, one pass.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace joulemark::mlperf {

// LoadGen writes lines of several MB (loaded_qsl_set); what matters stands in short ones.
inline constexpr std::size_t kMostOfLine = std::size_t{64} << 10;

struct LogLine {
  std::string_view text;   // without the end of line; at most kMostOfLine bytes
  std::size_t number = 0;  // from 1
  bool cut = false;        // it was longer
};

using TakeLine = std::function<Result<void>(const LogLine&)>;

// Every line in order, the last one also without a line feed. The first error of take ends it, with
// path and line before its message. kNotPresent, kPermission: no such file; kInvalid: no regular
// file.
Result<void> each_line(const std::string& path, const TakeLine& take);

}  // namespace joulemark::mlperf
