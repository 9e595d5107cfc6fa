#include "sources/dcgm_exporter/number.h"

#include <gtest/gtest.h>

namespace joulemark::dcgm_exporter {
namespace {

TEST(DcgmNumber, CountsAreWholeAndExact) {
  EXPECT_EQ(count_in("0"), 0U);
  EXPECT_EQ(count_in("126272101025"), 126'272'101'025U);
  EXPECT_EQ(count_in("1.26272101025e+11"), 126'272'101'025U);
  // A counter may pass the numbers that are blanks of 32 bits only.
  EXPECT_EQ(count_in("2147483632"), 2'147'483'632U);
}

TEST(DcgmNumber, BlanksAndNonsenseAreNoCounts) {
  for (const char* none : {"9223372036854775792",
                           "9223372036854775793",
                           "9223372036854775794",
                           "9223372036854775795",
                           "9.223372036854775792e+18",
                           "18446744073709551615",
                           "18446744073709551616",
                           "140737488355328.5",
                           "-1",
                           "+1",
                           "1.5",
                           "NaN",
                           "+Inf",
                           "inf",
                           "",
                           "1 ",
                           "0x10",
                           "1e",
                           "N/A",
                           "<<<NULL>>>"})
    EXPECT_FALSE(count_in(none)) << none;
}

TEST(DcgmNumber, NoPowerIsAbsentAndNeverZero) {
  EXPECT_EQ(watts_in("412.345000"), 412.345);
  EXPECT_EQ(watts_in("4.12e+02"), 412.0);
  for (const char* none : {"0", "0.000000", "-1", "140737488355328.000000", "140737488355330",
                           "2147483632", "NaN", "inf", "", "412 W", "20001"})
    EXPECT_FALSE(watts_in(none)) << none;
}

}  // namespace
}  // namespace joulemark::dcgm_exporter
