// Every reason code and class there is, in the order of METHOD.
#pragma once

#include <array>

#include "measurement/class.h"
#include "measurement/code.h"

namespace joulemark {

inline Codes every_code() {
  Codes out;
  for (int i = 0; i <= static_cast<int>(Code::kSingleRun); ++i) out.insert(static_cast<Code>(i));
  return out;
}

inline constexpr std::array<Class, 5> every_class() {
  return {Class::kCalibrated, Class::kCrossValidated, Class::kCorroborated, Class::kVendorStated,
          Class::kReferenceOnly};
}

}  // namespace joulemark
