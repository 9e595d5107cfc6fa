#include "sources/rapl/cpu.h"

#include <gtest/gtest.h>

#include "tests/sources/rapl/powercap_tree.h"

namespace joulemark::rapl {
namespace {

TEST(Cpu, IsThatOfTheFirstBlock) {
  const Cpu cpu = parse_cpu(cpuinfo("GenuineIntel", 6, 143, "fpu sgx_lc msr"));
  EXPECT_EQ(cpu.vendor, CpuVendor::kIntel);
  EXPECT_EQ(cpu.vendor_name, "GenuineIntel");
  EXPECT_EQ(cpu.family, 6U);
  EXPECT_EQ(cpu.model, 143U);
  EXPECT_EQ(cpu.model_name, "Test CPU @ 2.00GHz");
  EXPECT_FALSE(cpu.sgx) << "sgx_lc is another flag";
}

TEST(Cpu, SeesSgx) {
  EXPECT_TRUE(parse_cpu(cpuinfo("GenuineIntel", 6, 106, "fpu sgx")).sgx);
  EXPECT_TRUE(parse_cpu(cpuinfo("GenuineIntel", 6, 106, "sgx msr")).sgx);
}

TEST(Cpu, CountsHygonAsAmdAndOthersAsUnknown) {
  EXPECT_EQ(parse_cpu(cpuinfo("HygonGenuine", 24, 1)).vendor, CpuVendor::kAmd);
  EXPECT_EQ(parse_cpu(cpuinfo("CentaurHauls", 7, 1)).vendor, CpuVendor::kUnknown);
  EXPECT_EQ(parse_cpu("processor : 0\nBogoMIPS : 50.00\n").vendor, CpuVendor::kUnknown);
  EXPECT_EQ(read_cpu(FakeFiles{}).vendor, CpuVendor::kUnknown);
}

TEST(Cpu, ReadsOnlyTheStartOfALongFile) {
  std::string many;
  while (many.size() < 400'000) many += kSapphireRapids;
  const FakeFiles procfs{{"cpuinfo", many}};
  EXPECT_EQ(read_cpu(procfs).model, 143U);
}

TEST(Cpu, OnlyIntelServersFromHaswellOnAreKnownToMeasure) {
  for (int model : {63, 79, 85, 106, 143, 207, 173})
    EXPECT_TRUE(parse_cpu(cpuinfo("GenuineIntel", 6, model)).measures_package()) << model;
  for (int model : {45, 58, 60, 94, 170, 175})
    EXPECT_FALSE(parse_cpu(cpuinfo("GenuineIntel", 6, model)).measures_package()) << model;
  EXPECT_FALSE(parse_cpu(cpuinfo("AuthenticAMD", 6, 106)).measures_package());
  EXPECT_FALSE(parse_cpu(cpuinfo("GenuineIntel", 15, 63)).measures_package());
  EXPECT_FALSE(Cpu{}.measures_package());
}

}  // namespace
}  // namespace joulemark::rapl
