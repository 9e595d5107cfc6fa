#include "sources/dcgm_exporter/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace joulemark::dcgm_exporter {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* kOld = R"(# HELP DCGM_FI_DEV_POWER_USAGE Power draw (in W).
# TYPE DCGM_FI_DEV_POWER_USAGE gauge
DCGM_FI_DEV_POWER_USAGE{gpu="0",UUID="GPU-aa",pci_bus_id="00000000:1B:00.0",device="nvidia0",modelName="NVIDIA H100 80GB HBM3",Hostname="n1",DCGM_FI_DRIVER_VERSION="535.104.12"} 412.345000
DCGM_FI_DEV_POWER_USAGE{gpu="1",UUID="GPU-bb",pci_bus_id="00000000:43:00.0",device="nvidia1",modelName="NVIDIA H100 80GB HBM3",Hostname="n1",DCGM_FI_DRIVER_VERSION="535.104.12"} 68.100000
# TYPE DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION counter
DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu="0",UUID="GPU-aa",pci_bus_id="00000000:1B:00.0",Hostname="n1"} 126272101025
DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu="1",UUID="GPU-bb",pci_bus_id="00000000:43:00.0",Hostname="n1"} 9223372036854775794
DCGM_FI_DEV_SM_CLOCK{gpu="0",UUID="GPU-aa"} 1980
)";

std::string complaint(const std::string& text) {
  const auto page = parse_page(text);
  return page ? "accepted" : page.error().message;
}

TEST(DcgmPage, HasMillijoulesBeforeDcgmExporter49) {
  const auto page = parse_page(kOld);
  ASSERT_TRUE(page) << page.error().message;
  ASSERT_THAT(page->gpus, SizeIs(2));
  const GpuSample& gpu = page->gpus[0];
  EXPECT_EQ(gpu.uuid, "GPU-aa");
  EXPECT_EQ(gpu.pci, "0000:1b:00.0");
  EXPECT_EQ(gpu.model, "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(gpu.driver, "535.104.12");
  EXPECT_EQ(gpu.energy, 126'272'101'025U);
  EXPECT_EQ(gpu.joules_per_count, 1e-3);
  EXPECT_EQ(gpu.power, 412.345);
  EXPECT_FALSE(gpu.has_power_instant);
}

// guilbaults/slurm-job-exporter#30: blanks were exported as data. The sensor is there, its value
// not.
TEST(DcgmPage, BlanksAreNoValues) {
  const auto page = parse_page(kOld);
  EXPECT_FALSE(page->gpus[1].energy);
  EXPECT_EQ(page->gpus[1].joules_per_count, 1e-3);
}

TEST(DcgmPage, HasJoulesSince49) {
  const auto page = parse_page(
      "DCGM_FI_DEV_GPU_ENERGY_JOULES_TOTAL{gpu=\"0\",UUID=\"GPU-aa\",hostname=\"n1\"} 126272101\n"
      "DCGM_FI_DEV_BOARD_POWER_WATTS{gpu=\"0\",UUID=\"GPU-aa\",hostname=\"n1\"} 412.3\n"
      "DCGM_FI_DEV_BOARD_POWER_RAW_WATTS{gpu=\"0\",UUID=\"GPU-aa\",hostname=\"n1\"} 0\n");
  ASSERT_TRUE(page) << page.error().message;
  ASSERT_THAT(page->gpus, SizeIs(1));
  EXPECT_EQ(page->gpus[0].energy, 126'272'101U);
  EXPECT_EQ(page->gpus[0].joules_per_count, 1.0);
  EXPECT_EQ(page->gpus[0].power, 412.3);
  // DCGM writes 0 W where the driver does not support it.
  EXPECT_TRUE(page->gpus[0].has_power_instant);
  EXPECT_FALSE(page->gpus[0].power_instant);
}

TEST(DcgmPage, KnowsTheNamesOfTheFirstDcgmExporter) {
  const auto page = parse_page(
      "dcgm_power_usage{gpu=\"0\",uuid=\"GPU-aa\"} 40.9\n"
      "dcgm_total_energy_consumption{gpu=\"0\",uuid=\"GPU-aa\"} 1.26272e+11\n");
  ASSERT_TRUE(page) << page.error().message;
  EXPECT_EQ(page->gpus[0].energy, 126'272'000'000U);
  EXPECT_EQ(page->gpus[0].power, 40.9);
}

// dcgm-exporter#317: each MIG instance shows the whole GPU's energy.
TEST(DcgmPage, EachPhysicalGpuOnce) {
  std::string text;
  for (const char* instance : {"1", "2", "3", "5"})
    text +=
        std::string("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu=\"0\",UUID=\"GPU-aa\",GPU_I_ID=\"") +
        instance + "\",GPU_I_PROFILE=\"1g.10gb\"} 126272101025\n";
  text += "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu=\"0\",UUID=\"MIG-1234\"} 126272101025\n";
  text +=
      "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu=\"0\",UUID=\"GPU-aa\",pod=\"a \\\"b\\\" c\"} 7\n";
  const auto page = parse_page(text);
  ASSERT_TRUE(page) << page.error().message;
  ASSERT_THAT(page->gpus, SizeIs(1));
  EXPECT_EQ(page->gpus[0].energy, 126'272'101'025U);
}

TEST(DcgmPage, MillijoulesBeforeJoulesInAnyOrder) {
  const std::string mj = "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{UUID=\"GPU-aa\"} 5000\n";
  const std::string j = "DCGM_FI_DEV_GPU_ENERGY_JOULES_TOTAL{UUID=\"GPU-aa\"} 5\n";
  for (const std::string& text : {mj + j, j + mj}) {
    const auto page = parse_page(text);
    EXPECT_EQ(page->gpus[0].energy, 5000U);
    EXPECT_EQ(page->gpus[0].joules_per_count, 1e-3);
  }
}

// A name is never guessed at: the unit may be another one.
TEST(DcgmPage, UnknownNamesOfEnergyAreNamedAndNotTaken) {
  const auto page = parse_page(
      "DCGM_FI_DEV_POWER_USAGE{UUID=\"GPU-aa\"} 412\n"
      "DCGM_FI_DEV_GPU_ENERGY_KWH{UUID=\"GPU-aa\"} 5\n");
  EXPECT_THAT(page->unknown, ElementsAre("DCGM_FI_DEV_GPU_ENERGY_KWH"));
  EXPECT_EQ(page->gpus[0].joules_per_count, 0.0);
  EXPECT_THAT(complaint("DCGM_FI_DEV_GPU_ENERGY_KWH{UUID=\"GPU-aa\"} 5\n"),
              HasSubstr("not known: DCGM_FI_DEV_GPU_ENERGY_KWH"));
}

TEST(DcgmPage, WhatIsNoPageOfGpusIsRefusedWithTheReason) {
  EXPECT_THAT(complaint(""), HasSubstr("no page of a dcgm-exporter"));
  EXPECT_THAT(complaint("<html>login</html>"), HasSubstr("no page of a dcgm-exporter"));
  EXPECT_THAT(complaint("node_load1 0.5\n"), HasSubstr("no page of a dcgm-exporter"));
  EXPECT_THAT(complaint("DCGM_FI_DEV_SM_CLOCK{UUID=\"GPU-aa\"} 1980\n"),
              HasSubstr("none of the known"));
  EXPECT_THAT(complaint("DCGM_FI_DEV_POWER_USAGE{gpu=\"0\"} 412\n"), HasSubstr("UUID"));
  EXPECT_THAT(complaint("DCGM_FI_DEV_POWER_USAGE{UUID=\"GPU-aa\",Hostname=\"n1\"} 412\n"
                        "DCGM_FI_DEV_POWER_USAGE{UUID=\"GPU-bb\",Hostname=\"n2\"} 412\n"),
              HasSubstr("several machines (n1, n2)"));
}

TEST(DcgmPage, BrokenLinesTakeNobodyWithThem) {
  const std::string good = "DCGM_FI_DEV_POWER_USAGE{UUID=\"GPU-aa\"} 412\n";
  for (const char* broken :
       {"DCGM_FI_DEV_POWER_USAGE", "DCGM_FI_DEV_POWER_USAGE{", "DCGM_FI_DEV_POWER_USAGE{UUID",
        "DCGM_FI_DEV_POWER_USAGE{UUID=\"GPU-bb", "DCGM_FI_DEV_POWER_USAGE{UUID=\"GPU-bb\\",
        "DCGM_FI_DEV_POWER_USAGE{UUID=\"GPU-bb\"}", "DCGM_FI_DEV_POWER_USAGE{UUID=\"GPU-bb\" ,"}) {
    const auto page = parse_page(good + broken);
    ASSERT_TRUE(page) << broken;
    EXPECT_THAT(page->gpus, SizeIs(1)) << broken;
  }
}

TEST(DcgmPage, TextsAreValidUtf8) {
  const auto page =
      parse_page("DCGM_FI_DEV_POWER_USAGE{UUID=\"GPU-\xff\",modelName=\"A\x1b[2J\"} 412\n");
  EXPECT_EQ(page->gpus[0].uuid, "GPU-\xef\xbf\xbd");
  EXPECT_EQ(page->gpus[0].model, "A[2J");
}

TEST(DcgmPciAddress, IsWrittenAsTheKernelDoes) {
  EXPECT_EQ(pci_address("00000000:1B:00.0"), "0000:1b:00.0");
  EXPECT_EQ(pci_address("0000:1b:00.0"), "0000:1b:00.0");
  EXPECT_EQ(pci_address("0000000F:01:00.0"), "000f:01:00.0");
  for (const char* none : {"", "1b:00.0", "00010000:1b:00.0", "0000:1g:00.0", "0000-1b-00-0"})
    EXPECT_THAT(pci_address(none), IsEmpty()) << none;
}

}  // namespace
}  // namespace joulemark::dcgm_exporter
