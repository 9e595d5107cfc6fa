// Reading costs no allocation: it goes on ten times a second for as long as the machine runs.
#include <gtest/gtest.h>

#include "platform/host_files.h"
#include "platform/system_clock.h"
#include "sources/rapl/rapl_source.h"
#include "tests/fakes/counted_allocations.h"
#include "tests/fakes/counting_sink.h"
#include "tests/fakes/temp_folder.h"
#include "tests/sources/rapl/powercap_tree.h"

namespace joulemark {
namespace {

TEST(RaplAllocation, ReadingAllocatesNothing) {
  const TempFolder sys;
  for (const std::string zone : {"intel-rapl:0", "intel-rapl:1"}) {
    sys.write("class/powercap/" + zone + "/name", "package-" + zone.substr(11) + "\n");
    sys.write("class/powercap/" + zone + "/energy_uj", "123456789012\n");
    sys.write("class/powercap/" + zone + "/max_energy_range_uj", std::string(kPackageRange));
  }
  const SystemClock clock;
  const HostFiles sysfs(sys.path().string());
  const Host host{clock, sysfs, sysfs, sysfs, "node1"};
  auto sources = k_rapl_source.open(Settings{}, host);
  ASSERT_TRUE(sources.has_value()) << sources.error().message;
  Source& source = *sources->front();
  ASSERT_TRUE(source.discover().has_value());
  CountingSink sink;
  const std::size_t before = allocations_so_far;
  for (int i = 0; i < 100; ++i)
    if (!source.read(sink, clock.monotonic() + std::chrono::seconds(10))) break;
  EXPECT_EQ(allocations_so_far - before, 0U);
  EXPECT_EQ(sink.readings, 200);
}

}  // namespace
}  // namespace joulemark
