// One line on a terminal that says what takes long; gone when it is done. Silent for the first
// second, and where there is no terminal.
#pragma once

#include <string_view>

#include "query/services.h"

namespace joulemark {

class ProgressLine {
 public:
  explicit ProgressLine(const Services& services);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(std::string_view stage, double share);

 private:
  const Services& services_;
  MonotonicTime begin_;
  bool shown_ = false;
};

}  // namespace joulemark
