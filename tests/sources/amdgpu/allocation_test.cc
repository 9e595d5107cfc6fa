// Reading costs no allocation: it goes on several times a second for as long as the machine runs.
#include <gtest/gtest.h>

#include <fstream>

#include "platform/host_files.h"
#include "sources/amdgpu/amdgpu_source.h"
#include "tests/fakes/counted_allocations.h"
#include "tests/fakes/counting_sink.h"
#include "tests/fakes/fake_clock.h"
#include "tests/fakes/temp_folder.h"
#include "tests/sources/amdgpu/tables.h"

namespace joulemark::amdgpu {
namespace {

using namespace std::chrono_literals;

TEST(AmdgpuAllocation, ReadingAllocatesNothing) {
  const TempFolder sys;
  const std::string folder = "devices/pci0000:c0/0000:c1:00.0";
  sys.write(folder + "/vendor", "0x1002\n");
  sys.write(folder + "/gpu_metrics", blob(table_of(7), 1'000'000, 400));
  std::filesystem::create_directories(sys.path() / "class/drm/card0");
  std::filesystem::create_symlink("../../../" + folder, sys.path() / "class/drm/card0/device");
  FakeClock clock;
  const HostFiles sysfs(sys.path().string());
  const Host host{clock, sysfs, sysfs, sysfs, "node1"};
  auto sources = k_amdgpu_source.open(Settings{}, host);
  ASSERT_TRUE(sources) << sources.error().message;
  Source& source = *sources->front();
  ASSERT_TRUE(source.discover());
  CountingSink sink;
  std::fstream table(sys.path() / folder / "gpu_metrics",
                     std::ios::in | std::ios::out | std::ios::binary);
  std::size_t allocated = 0;
  for (int i = 1; i <= 100; ++i) {
    const std::string next =
        blob(table_of(7), 1'000'000 + 6'553'600U * static_cast<unsigned>(i), 400);
    table.seekp(0).write(next.data(), static_cast<std::streamsize>(next.size())).flush();
    clock.advance(250ms);
    const std::size_t before = allocations_so_far;
    ASSERT_TRUE(source.read(sink, {}));
    allocated += allocations_so_far - before;
  }
  EXPECT_EQ(allocated, 0U);
  EXPECT_GE(sink.readings, 95);
}

}  // namespace
}  // namespace joulemark::amdgpu
