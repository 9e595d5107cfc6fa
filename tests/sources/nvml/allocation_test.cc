// Reading costs no allocation: it goes on ten times a second for as long as the machine runs.
#include <gtest/gtest.h>

#include "platform/system_clock.h"
#include "sources/nvml/meter.h"
#include "tests/fakes/counted_allocations.h"
#include "tests/fakes/counting_sink.h"

namespace joulemark::nvml {
namespace {

Return fill(Device, int count, FieldValue* values) {
  static unsigned long long millijoules = 0;
  for (int i = 0; i < count; ++i) {
    values[i].outcome = Return::kSuccess;
    values[i].value_type = ValueType::kUnsignedLongLong;
    values[i].value.ull = values[i].field_id == kEnergy ? ++millijoules : 400'000;
  }
  return Return::kSuccess;
}

Meter::Value value_of(FieldId field, std::uint32_t sensor) {
  return {.quantity = {.field = field},
          .sensor = sensor,
          .most_milliwatts = 3e6,
          .gate = EnergyGate(Watts(3000.0))};
}

TEST(NvmlAllocation, ReadingAllocatesNothing) {
  Api api;
  api.field_values = &fill;
  const SystemClock clock;
  Meter meter({.uuid = "GPU-0", .pci = "0000:03:00.0", .name = "NVIDIA H100"},
              {value_of(kEnergy, 0), value_of(kPowerAverage, 1), value_of(kPowerInstant, 2)},
              false);
  CountingSink sink;
  const std::size_t before = allocations_so_far;
  for (int i = 0; i < 100; ++i)
    if (meter.read(api, clock, sink)) break;
  EXPECT_EQ(allocations_so_far - before, 0U);
  EXPECT_EQ(sink.readings, 300);
}

}  // namespace
}  // namespace joulemark::nvml
