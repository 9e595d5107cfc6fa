// Takes readings and keeps nothing of them but their number.
#pragma once

#include "core/source.h"

namespace joulemark {

class CountingSink final : public Sink {
 public:
  void deliver(const Reading&) override { ++readings; }
  int readings = 0;
};

}  // namespace joulemark
