// Reading costs no allocation, but for a look around every five seconds.
#include <gtest/gtest.h>

#include "platform/host_files.h"
#include "platform/system_clock.h"
#include "sources/battery/battery_source.h"
#include "tests/fakes/counted_allocations.h"
#include "tests/fakes/keeping_sink.h"
#include "tests/fakes/temp_folder.h"

namespace joulemark {
namespace {

TEST(BatteryAllocation, ReadingAllocatesNothing) {
  const TempFolder sys;
  for (const char* battery : {"BAT0", "BAT1"}) {
    const std::string folder = std::string("class/power_supply/") + battery;
    sys.write(folder + "/type", "Battery\n");
    sys.write(folder + "/status", "Discharging\n");
    sys.write(folder + "/power_now", "10900000\n");
  }
  sys.write("class/power_supply/AC/type", "Mains\n");
  sys.write("class/power_supply/AC/online", "0\n");
  const SystemClock clock;
  const HostFiles sysfs(sys.path().string());
  const Host host{clock, sysfs, sysfs, sysfs, "node1"};
  auto sources = k_battery_source.open(Settings{}, host);
  ASSERT_TRUE(sources.has_value()) << sources.error().message;
  Source& source = *sources->front();
  ASSERT_TRUE(source.discover().has_value());
  KeepingSink sink;
  sink.readings.reserve(200);
  const std::size_t before = allocations_so_far;
  for (int i = 0; i < 100; ++i)
    if (!source.read(sink, clock.monotonic() + std::chrono::seconds(10))) break;
  EXPECT_EQ(allocations_so_far - before, 0U);
  EXPECT_EQ(sink.readings.size(), 200U);
}

}  // namespace
}  // namespace joulemark
