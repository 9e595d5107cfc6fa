// Reading costs no allocation: it goes on ten times a second for as long as the node runs.
#include <gtest/gtest.h>

#include "platform/host_files.h"
#include "platform/system_clock.h"
#include "sources/cray/cray_source.h"
#include "tests/fakes/counted_allocations.h"
#include "tests/fakes/keeping_sink.h"
#include "tests/fakes/temp_folder.h"

namespace joulemark {
namespace {

TEST(CrayAllocation, ReadingAllocatesNothing) {
  const TempFolder sys;
  for (const char* bookkeeping : {"generation", "startup"})
    sys.write(std::string("cray/pm_counters/") + bookkeeping, "4\n");
  const auto publish = [&](int scan) {
    const std::string stamp = " " + std::to_string(1784929200356706 + scan) + " us\n";
    sys.write("cray/pm_counters/power", "495 W" + stamp);
    sys.write("cray/pm_counters/energy", std::to_string(4709337659 + scan) + " J" + stamp);
    sys.write("cray/pm_counters/freshness", std::to_string(scan) + "\n");
  };
  publish(0);
  const SystemClock clock;
  const HostFiles sysfs(sys.path().string());
  const Host host{clock, sysfs, sysfs, sysfs, "node1"};
  auto sources = k_cray_source.open(Settings{}, host);
  ASSERT_TRUE(sources.has_value()) << sources.error().message;
  Source& source = *sources->front();
  ASSERT_TRUE(source.discover().has_value());
  KeepingSink sink;
  sink.readings.reserve(100);
  std::size_t allocations = 0;
  for (int scan = 1; scan <= 20; ++scan) {
    publish(scan);
    for (int again = 0; again < 2; ++again) {  // the second time there is nothing new
      const std::size_t before = allocations_so_far;
      const auto done = source.read(sink, clock.monotonic() + std::chrono::seconds(10));
      allocations += allocations_so_far - before;
      ASSERT_TRUE(done.has_value()) << done.error().message;
    }
  }
  EXPECT_EQ(allocations, 0U);
  EXPECT_EQ(sink.readings.size(), 40U);
}

}  // namespace
}  // namespace joulemark
