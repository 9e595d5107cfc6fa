// Reading costs no allocation: it goes on ten times a second for as long as the machine runs.
#include <gtest/gtest.h>

#include "platform/host_files.h"
#include "platform/system_clock.h"
#include "sources/hwmon/hwmon_source.h"
#include "tests/fakes/counted_allocations.h"
#include "tests/fakes/counting_sink.h"
#include "tests/fakes/temp_folder.h"

namespace joulemark {
namespace {

TEST(HwmonAllocation, ReadingAllocatesNothing) {
  const TempFolder sys;
  const std::string chip = "class/hwmon/hwmon0/";
  for (const auto& [file, text] : {std::pair("name", "ina3221\n"),
                                   {"power1_average", "1000\n"},
                                   {"energy1_input", "1000\n"},
                                   {"in1_input", "5000\n"},
                                   {"curr1_input", "10\n"}})
    sys.write(chip + file, text);
  const SystemClock clock;
  const HostFiles sysfs(sys.path().string());
  const Host host{clock, sysfs, sysfs, sysfs, "node1"};
  auto sources = k_hwmon_source.open(Settings{}, host);
  ASSERT_TRUE(sources.has_value()) << sources.error().message;
  Source& source = *sources->front();
  ASSERT_TRUE(source.discover().has_value());
  CountingSink sink;
  const std::size_t before = allocations_so_far;
  for (int i = 0; i < 100; ++i)
    if (!source.read(sink, clock.monotonic() + std::chrono::seconds(10))) break;
  EXPECT_EQ(allocations_so_far - before, 0U);
  EXPECT_EQ(sink.readings, 300);
}

}  // namespace
}  // namespace joulemark
