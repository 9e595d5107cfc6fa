// How long something may take in a test. Sanitizers slow a program down ten times and more, on a
// machine that is busy: there only the result counts.
#pragma once

#include <gtest/gtest.h>

#include <chrono>

namespace joulemark {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSlowedDown = true;
#else
inline constexpr bool kSlowedDown = false;
#endif

inline void expect_within(std::chrono::duration<double> took, std::chrono::duration<double> limit) {
  if (kSlowedDown) return;
  EXPECT_LT(took.count(), limit.count()) << "seconds";
}

}  // namespace joulemark
