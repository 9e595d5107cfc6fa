// Keeps what a source delivers.
#pragma once

#include <vector>

#include "core/source.h"

namespace joulemark {

class KeepingSink final : public Sink {
 public:
  void deliver(const Reading& reading) override { readings.push_back(reading); }
  std::vector<Reading> readings;
};

}  // namespace joulemark
