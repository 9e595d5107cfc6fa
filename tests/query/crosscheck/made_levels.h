// A cross-check's material made for tests: a load whose joules are known, a counter upstream and a
// counter to be validated with the errors that a test injects.
#pragma once

#include <cstdint>
#include <string>

#include "query/crosscheck/crosscheck_file.h"
#include "query/crosscheck/make_crosscheck.h"

namespace joulemark::made {

inline constexpr std::int64_t kLevelsBegin = 1'796'000'000;  // s since 1970

struct Pair {
  double gain = 1.0;          // of the validated sensor
  double offset_watts = 0.0;  // likewise
  double lag = 0.0;           // s after the reference
  double scatter = 0.002;     // of the validated sensor from minute to minute, relative
  int idle = 12, steady = 12, workload = 12;  // minutes
  std::uint64_t seed = 1;
  std::string node = "gpu0001", firmware = "1.2";
  bool calibrated = false;  // the reference has a certificate
};

Sensor validated_sensor(const std::string& node = "gpu0001", const std::string& firmware = "1.2");
Sensor outlet_sensor();
Certificate certificate();  // of the outlet, for 2026 and 2027

// Idle 300 W, steady 700 W, workload 800 to 1000 W; the reference reads 1.003 times that (the
// cord).
CrosscheckMaterial material(const Pair& pair = {});
// The record of it; a failure fails the test.
CrosscheckRecord record(const Pair& pair = {});
CrosscheckFile file(const Pair& pair = {});

// A counter over the truth from kLevelsBegin - 200 s on, read each second.
Series counter(const Pair& pair, double from, double to, bool reference);
// Joules of the load between two times, s after kLevelsBegin: what a perfect meter would say.
double truth(double from, double to);
UtcTime at(double s);

}  // namespace joulemark::made
