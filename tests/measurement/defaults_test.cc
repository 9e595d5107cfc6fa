#include "measurement/defaults.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace joulemark {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

// One row of the table in METHOD's text, its cells trimmed.
struct Row {
  std::string name, relative, absolute, distribution, averaging, update, latency;
};

std::string trimmed(const std::string& text) {
  const auto from = text.find_first_not_of(' '), to = text.find_last_not_of(' ');
  return from == std::string::npos ? "" : text.substr(from, to - from + 1);
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) cells.push_back(trimmed(cell));
  return cells;
}

// The text that users get; the corpus holds the same where the repository does not yet.
std::ifstream method_text() {
  std::ifstream text(std::string(JOULEMARK_FIXTURES) + "/../../docs/method.md");
  if (!text) text.open(std::string(JOULEMARK_SHARED_FIXTURES) + "/../METHOD.md");
  return text;
}

std::vector<Row> table_rows(std::istream& text) {
  std::vector<Row> rows;
  bool in_table = false;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("| source class |")) in_table = true;
    if (!in_table) continue;
    if (!line.starts_with("|")) break;
    const std::vector<std::string> c = cells_of(line);
    if (c.size() < 7 || c[0] == "source class" || c[0].starts_with("---")) continue;
    rows.push_back({c[0], c[1], c[2], c[3], c[4], c[5], c[6]});
  }
  return rows;
}

// "same, 10..20 % load" repeats the row above; what follows a colon there is a rule, not a name.
std::string name_in_code(const std::string& cell) {
  if (!cell.starts_with("same, ")) return cell;
  return "PSU or BMC input power, " + cell.substr(6, cell.find(':') - 6);
}

double number_in(const std::string& cell) { return std::stod(cell); }

void expect_distribution(const DefaultLimits& row, const std::string& cell) {
  std::smatch parts;
  ASSERT_TRUE(std::regex_match(
      cell, parts, std::regex(R"((rect|k1)(?:, (inf|[\d.]+))?(?:, acc_rho ([\d.]+))?)")))
      << cell;
  EXPECT_EQ(row.accuracy.distribution,
            parts[1] == "rect" ? Distribution::kRectangular : Distribution::kNormalK1);
  const double dof = !parts[2].matched ? 12.5 : parts[2] == "inf" ? kInf : std::stod(parts[2]);
  EXPECT_EQ(row.accuracy.dof, dof);
  EXPECT_EQ(row.accuracy.common, parts[3].matched ? std::stod(parts[3]) : 1.0);
}

void expect_absolute(const DefaultLimits& row, const std::string& cell) {
  const bool watts = cell == "0" || cell.find(" W") != std::string::npos;
  const double current = cell.find("A x U") != std::string::npos ? number_in(cell) : 0.0;
  EXPECT_EQ(row.accuracy.absolute, Watts(watts ? number_in(cell) : current * kHighestLineVolts));
  EXPECT_EQ(row.per_psu, cell.find("per PSU") != std::string::npos);
  EXPECT_EQ(row.digits, cell == "1 digit" ? 1.0 : 0.0);
  EXPECT_EQ(row.amperes, current);
}

void expect_times(const DefaultLimits& row, const Row& text) {
  const bool from_device = text.averaging == "from power1_average_interval";
  EXPECT_EQ(row.averaging_from_device, from_device);
  if (text.averaging == "-" || from_device)
    EXPECT_EQ(row.averaging, std::nullopt);
  else
    EXPECT_EQ(row.averaging, from_seconds(number_in(text.averaging)));

  EXPECT_EQ(row.update_is_averaging, text.update == "= W");
  if (text.update == "-" || text.update == "= W")
    EXPECT_EQ(row.update_interval, std::nullopt);
  else
    EXPECT_EQ(row.update_interval, from_seconds(number_in(text.update)));

  const bool device = text.latency == "device";
  EXPECT_EQ(row.time_stamp, device ? TimeStamp::kDevice : TimeStamp::kRead);
  EXPECT_EQ(row.latency_min, Duration{0});
  if (device)
    EXPECT_EQ(row.latency_max, Duration{0});
  else
    EXPECT_EQ(row.latency_max,
              from_seconds(number_in(text.latency.substr(text.latency.find("..") + 2))));
}

void expect_row(const Row& text) {
  const DefaultLimits* row = find_default_limits(name_in_code(text.name));
  ASSERT_NE(row, nullptr) << text.name;
  SCOPED_TRACE(text.name);
  EXPECT_EQ(row->accuracy.source, AccuracySource::kClassDefault);
  EXPECT_TRUE(row->accuracy.group.empty());
  EXPECT_NEAR(row->accuracy.relative, number_in(text.relative) / 100.0, 1e-12);
  EXPECT_EQ(row->observed_ratio, text.name.find("phi 0.25") != std::string::npos ? 0.25 : 1.0);
  EXPECT_EQ(row->larger_of_both, text.name.find("the larger of") != std::string::npos);
  expect_distribution(*row, text.distribution);
  expect_absolute(*row, text.absolute);
  expect_times(*row, text);
}

TEST(DefaultLimits, EveryNumberIsTheOneOfTheMethodsTable) {
  std::ifstream text = method_text();
  if (!text) GTEST_SKIP() << "no text of METHOD to compare with";
  const std::vector<Row> rows = table_rows(text);
  ASSERT_EQ(rows.size(), 27u);
  std::size_t compared = 0;
  for (const Row& row : rows) {
    if (row.name.starts_with("busbar") || row.name.starts_with("CDU pump")) continue;
    expect_row(row);
    ++compared;
  }
  // Beside them: the pump, and the counter of A100 and H100 that METHOD describes in a basis cell.
  EXPECT_EQ(default_limits().size(), compared + 2);
}

TEST(DefaultLimits, TheLossOfABusbarIsTheTables) {
  std::ifstream text = method_text();
  if (!text) GTEST_SKIP() << "no text of METHOD to compare with";
  std::string cell;
  for (const Row& row : table_rows(text))
    if (row.name.starts_with("busbar")) cell = row.relative;
  EXPECT_EQ(cell, "loss [0, 2] %");
  EXPECT_EQ(kDistributionLossMin, 0.0);
  EXPECT_EQ(kDistributionLossMax, 0.02);
}

TEST(DefaultLimits, VersionsAreTheMethods) {
  std::ifstream text = method_text();
  if (!text) GTEST_SKIP() << "no text of METHOD to compare with";
  std::stringstream whole;
  whole << text.rdbuf();
  EXPECT_NE(whole.str().find("(table version " + std::string(kTableVersion) + ")"),
            std::string::npos);
  EXPECT_NE(whole.str().find("`joulemark-method/1` (1.0)"), std::string::npos);
  EXPECT_EQ(kMethodVersion, "joulemark-method/1.0");
}

TEST(DefaultLimits, CeilingsAreThoseOfRaplZonesAndGpus) {
  for (const DefaultLimits& row : default_limits()) {
    const std::string name(row.source_class);
    const bool rapl = name.starts_with("RAPL");
    const bool board =
        name.starts_with("NVML") || name.starts_with("AMD GPU") || name.starts_with("Intel xe");
    EXPECT_EQ(row.ceiling, rapl    ? std::optional(Watts(2000))
                           : board ? std::optional(Watts(3000))
                                   : std::nullopt)
        << name;
  }
}

TEST(DefaultLimits, NamesAreUniqueAndAnUnknownOneHasNoRow) {
  std::map<std::string_view, int> names;
  for (const DefaultLimits& row : default_limits()) ++names[row.source_class];
  EXPECT_EQ(names.size(), default_limits().size());
  EXPECT_EQ(find_default_limits("RAPL"), nullptr);
  EXPECT_EQ(find_default_limits(""), nullptr);
}

TEST(DefaultLimits, ThePsuRowIsPickedByLoad) {
  EXPECT_EQ(psu_input_limits(0.5).accuracy.relative, 0.05);
  EXPECT_EQ(psu_input_limits(0.2).accuracy.relative, 0.15);
  EXPECT_EQ(psu_input_limits(0.1).accuracy.relative, 0.15);
  EXPECT_EQ(psu_input_limits(0.099).accuracy.relative, 0.25);
  EXPECT_EQ(psu_input_limits(std::nan("")).accuracy.relative, 0.25);
  for (const double load : {0.05, 0.15, 0.5})
    EXPECT_TRUE(is_psu_input(psu_input_limits(load).source_class));
  EXPECT_FALSE(is_psu_input("RAPL DRAM"));
}

TEST(LimitsForADevice, CountDigitsAmperesAndPsus) {
  const DefaultLimits* pdu = find_default_limits("PDU, 0.5 % stated (Riedo RN3000)");
  EXPECT_EQ(limits_for(*pdu, {.resolution = 0.1}).absolute, Watts(0.1));
  const DefaultLimits* apc =
      find_default_limits("PDU, APC AP8xxx, outlet >= 50 W (below: no reading)");
  EXPECT_DOUBLE_EQ(limits_for(*apc, {.line_volts = 230}).absolute.value(), 23.0);
  EXPECT_DOUBLE_EQ(limits_for(*apc, {}).absolute.value(), 25.0);
  const DefaultLimits* psu = find_default_limits("PSU or BMC input power, PSU above 20 % load");
  EXPECT_EQ(limits_for(*psu, {.psus = 4}).absolute, Watts(40));
}

TEST(LimitsForADevice, BelowTenPercentLoadTheLargerLimitCountsAlone) {
  const DefaultLimits* row = find_default_limits("PSU or BMC input power, below 10 % load");
  const Accuracy high = limits_for(*row, {.psus = 2}, Watts(200));
  EXPECT_EQ(high.relative, 0.25);
  EXPECT_EQ(high.absolute, Watts(0));
  const Accuracy low = limits_for(*row, {.psus = 2}, Watts(100));
  EXPECT_EQ(low.relative, 0.0);
  EXPECT_EQ(low.absolute, Watts(30));
  const Accuracy unknown = limits_for(*row, {.psus = 2});
  EXPECT_EQ(unknown.relative, 0.25);
  EXPECT_EQ(unknown.absolute, Watts(30));
}

}  // namespace
}  // namespace joulemark
