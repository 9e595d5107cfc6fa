#include "sources/redfish/poll/energy_count.h"

#include <gtest/gtest.h>

namespace joulemark::redfish {
namespace {

std::optional<std::uint64_t> counts(const std::string& token, int decimals) {
  const auto number = parse_number(token);
  return number ? counts_of(*number, decimals) : std::nullopt;
}

TEST(RedfishEnergyCount, IsTheTextInWholeSteps) {
  EXPECT_EQ(counts("704.729123", 6), 704729123U);
  EXPECT_EQ(counts("704.7", 6), 704700000U);
  EXPECT_EQ(counts("704", 3), 704000U);
  EXPECT_EQ(counts("0", 3), 0U);
}

TEST(RedfishEnergyCount, LosesNoStepWhereADoubleWould) {
  // 10^6 x this double is 9007199254740993.0 rounded to even: one step less.
  EXPECT_EQ(counts("9007199254.740993", 6), 9007199254740993U);
}

TEST(RedfishEnergyCount, RoundsDigitsThatAreTooMany) {
  EXPECT_EQ(counts("1.2344", 3), 1234U);
  EXPECT_EQ(counts("1.2345", 3), 1235U);
  EXPECT_EQ(counts("1.9999", 3), 2000U);
}

TEST(RedfishEnergyCount, TakesExponents) {
  EXPECT_EQ(counts("7.04729e2", 3), 704729U);
  EXPECT_EQ(counts("1E+3", 0), 1000U);
}

TEST(RedfishEnergyCount, RefusesWhatIsNoCount) {
  EXPECT_EQ(counts("-1", 3), std::nullopt);
  EXPECT_EQ(counts("1e300", 3), std::nullopt);
  EXPECT_EQ(counts("99999999999999999999", 3), std::nullopt);
}

}  // namespace
}  // namespace joulemark::redfish
