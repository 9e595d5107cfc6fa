#include "core/settings.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

Settings parsed(std::string_view yaml) {
  auto settings = Settings::parse(yaml, "a.yaml");
  EXPECT_TRUE(settings) << (settings ? "" : settings.error().message);
  return settings.value_or(Settings{});
}

TEST(Settings, KnowsWhereEachValueStands) {
  const Settings root = parsed("sources:\n  rapl:\n    interval: 100ms\n");
  const Settings* interval = root.find("sources")->find("rapl")->find("interval");
  EXPECT_EQ(*interval->as_duration(), std::chrono::milliseconds(100));
  EXPECT_EQ(interval->error("no").value().message, "a.yaml:3: sources.rapl.interval: no");
}

TEST(Settings, NamesFileAndLineOfMalformedYaml) {
  for (const char* yaml :
       {"a: [1,\n", "a: b: c\n", "\t- x\n", "a: 1\na: 2\n", "a: 1\n---\nb: 2\n", "a: &x [*x]\n"}) {
    const auto settings = Settings::parse(yaml, "a.yaml");
    ASSERT_FALSE(settings) << yaml;
    EXPECT_EQ(settings.error().code, ErrorCode::kInvalid);
    EXPECT_EQ(settings.error().message.rfind("a.yaml", 0), 0u) << settings.error().message;
  }
}

TEST(Settings, RefusesWhatIsNotUtf8AndNamesTheLine) {
  const auto settings = Settings::parse("a: 1\nb: \"\xFF\xFE\"\n", "c.yaml");
  ASSERT_FALSE(settings);
  EXPECT_EQ(settings.error().message, "c.yaml:2: not UTF-8: save the file as UTF-8");
}

TEST(Settings, BoundsWhatAnAliasBombCanCost) {
  std::string bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last;
    for (int k = 0; k < 9; ++k) bomb += "," + last;
    bomb += "]\n";
  }
  EXPECT_FALSE(Settings::parse(bomb, "a.yaml"));
  EXPECT_FALSE(Settings::parse(std::string(200'000, '['), "a.yaml"));
}

TEST(Fields, ReadsTypedValuesAndLeavesAbsentKeysAlone) {
  const Settings root = parsed("interval: 1.5s\nlimit: 2000\non: true\n");
  Duration interval{0};
  Watts limit;
  bool on = false;
  std::string name = "default";
  EXPECT_TRUE(Fields(root)
                  .duration("interval", interval)
                  .watts("limit", limit)
                  .boolean("on", on)
                  .text("name", name)
                  .finish());
  EXPECT_EQ(interval, std::chrono::milliseconds(1500));
  EXPECT_EQ(limit, Watts(2000));
  EXPECT_TRUE(on);
  EXPECT_EQ(name, "default");
}

TEST(Fields, NamesTheNearestKnownKey) {
  const Settings root = parsed("intervall: 1s\n");
  Duration interval{0};
  const auto result = Fields(root).duration("interval", interval).finish();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "a.yaml:1: intervall: unknown key; did you mean 'interval'?");
}

TEST(Fields, SaysWhatIsExpected) {
  const Settings root = parsed("interval: 5\n");
  Duration interval{0};
  const auto result = Fields(root).duration("interval", interval).finish();
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("a.yaml:1: interval: expected a time with its unit"),
            std::string::npos);
}

TEST(Fields, RefusesNumbersThatAreNone) {
  double value = 0;
  for (const char* yaml :
       {"v: nan", "v: .inf", "v: 1e999", "v: 12x", "v: '12'", "v: [1]", "v: 0x10"})
    EXPECT_FALSE(Fields(parsed(yaml)).number("v", value).finish()) << yaml;
}

TEST(Settings, APathIsRelativeToTheFileItStandsIn) {
  EXPECT_EQ(beside("/etc/j/a.yaml", "pw"), "/etc/j/pw");
  EXPECT_EQ(beside("/etc/j/a.yaml", "/run/pw"), "/run/pw");
  EXPECT_EQ(beside("a.yaml", "pw"), "pw");
  EXPECT_EQ(beside("/etc/j/a.yaml", ""), "");
}

}  // namespace
}  // namespace joulemark
