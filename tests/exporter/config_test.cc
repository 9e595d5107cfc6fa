#include "exporter/config.h"

#include <gmock/gmock.h>

#include <array>
#include <filesystem>

namespace joulemark {
namespace {

using testing::HasSubstr;

Result<std::vector<std::unique_ptr<Source>>> nothing(const Settings&, const Host&) {
  return fail(ErrorCode::kNotPresent, "nothing");
}

constexpr std::array kKnown = {SourceEntry{"rapl", "counters", true, nothing},
                               SourceEntry{"replay", "simulated", false, nothing}};

Result<Config> read(std::string_view yaml, Overrides overrides = {}) {
  overrides.config_file = "c.yaml";
  return read_config(yaml, overrides, kKnown);
}

std::string error_of(std::string_view yaml) {
  const auto config = read(yaml);
  return config ? "no error" : config.error().message;
}

std::vector<std::string> names_of(const Config& config) {
  std::vector<std::string> out;
  for (const SourceChoice& choice : config.sources) out.emplace_back(choice.entry->name);
  return out;
}

TEST(Config, WithoutAFileRunsTheSourcesThatAreOnByDefault) {
  const auto config = read_config("", {}, kKnown);
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(names_of(*config), std::vector<std::string>{"rapl"});
  EXPECT_FALSE(config->sources[0].wanted);
  EXPECT_EQ(config->listen_addresses, std::vector<std::string>{":11818"});
}

TEST(Config, ReadsEveryKeyOfTheFormat) {
  const auto config = read(R"(schema: joulemark.config/1
node: gpu0417
rack: r07
web: {listen_address: "127.0.0.1:1"}
sampling: {seed: 7}
sources:
  rapl: {enabled: false}
  replay: {scenario: s.yaml}
supply: ac
)");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->node, "gpu0417");
  EXPECT_EQ(config->rack, "r07");
  EXPECT_EQ(config->supply, Supply::kAc);
  EXPECT_EQ(config->seed, 7U);
  EXPECT_EQ(config->listen_addresses, std::vector<std::string>{"127.0.0.1:1"});
  EXPECT_EQ(names_of(*config), std::vector<std::string>{"replay"});
  EXPECT_TRUE(config->sources[0].wanted);
  EXPECT_EQ(config->sources[0].settings.find("scenario")->scalar, "s.yaml");
}

TEST(Config, LeavesEnabledOutOfTheSettingsOfASource) {
  const auto config =
      read("schema: joulemark.config/1\nsources: {rapl: {enabled: true, interval: 50ms}}\n");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->sources[0].settings.find("enabled"), nullptr);
  EXPECT_NE(config->sources[0].settings.find("interval"), nullptr);
}

TEST(Config, FlagsStandAboveTheFile) {
  Overrides flags;
  flags.node = "flagged";
  flags.listen_addresses = {":1"};
  flags.sources = {{"rapl", false}, {"replay", true}};
  const auto config = read(
      "schema: joulemark.config/1\nnode: n\nweb: {listen_address: ':2'}\nsources: {rapl: {}}\n",
      flags);
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->node, "flagged");
  EXPECT_EQ(config->listen_addresses, std::vector<std::string>{":1"});
  EXPECT_EQ(names_of(*config), std::vector<std::string>{"replay"});
}

TEST(Config, DisableDefaultsLeavesWhatTheUserNamed) {
  Overrides flags;
  flags.disable_defaults = true;
  EXPECT_TRUE(read("", flags)->sources.empty());
  EXPECT_EQ(names_of(*read("schema: joulemark.config/1\nsources: {rapl: {}}\n", flags)),
            std::vector<std::string>{"rapl"});
}

TEST(Config, AScenarioOnTheCommandLineEnablesReplay) {
  Overrides flags;
  flags.replay_scenario = "s.yaml";
  const auto config = read_config("", flags, kKnown);
  ASSERT_EQ(names_of(*config), (std::vector<std::string>{"rapl", "replay"}));
  EXPECT_EQ(config->sources[1].settings.find("scenario")->scalar,
            (std::filesystem::current_path() / "s.yaml").string());
}

TEST(Config, ErrorsNameFileLineKeyAndWhatIsExpected) {
  EXPECT_EQ(error_of("schema: joulemark.config/1\nsupply: dcc\n"),
            "c.yaml:2: supply: must be one of: ac, dc, unknown");
  EXPECT_THAT(error_of("schema: joulemark.config/1\nnoed: x\n"),
              HasSubstr("c.yaml:2: noed: unknown key; did you mean 'node'?"));
  EXPECT_THAT(error_of("schema: joulemark.config/1\nsources:\n  rpal: {}\n"),
              HasSubstr("c.yaml:3: sources.rpal: unknown source; known are: rapl, replay"));
  EXPECT_THAT(error_of("schema: joulemark.config/1\nsources: {rapl: {enabled: maybe}}\n"),
              HasSubstr("sources.rapl.enabled: expected true or false"));
  EXPECT_THAT(error_of("schema: joulemark.config/1\nsampling: {seed: -1}\n"),
              HasSubstr("sampling.seed: expected 0"));
  EXPECT_THAT(error_of("schema: joulemark.config/2\n"), HasSubstr("expected joulemark.config/1"));
  EXPECT_THAT(error_of("node: x\n"), HasSubstr("schema: joulemark.config/1"));
  EXPECT_THAT(error_of("- 1\n"), HasSubstr("c.yaml:1: expected keys"));
  EXPECT_THAT(error_of("schema: joulemark.config/1\nsources: [rapl]\n"),
              HasSubstr("one per source"));
}

TEST(Config, AFileThatCannotBeReadIsAnError) {
  Overrides flags;
  flags.config_file = "/nonexistent/c.yaml";
  EXPECT_THAT(load_config(flags, kKnown).error().message, HasSubstr("/nonexistent/c.yaml"));
}

TEST(SameSettings, LooksAtKeysAndValuesAndNotAtLines) {
  const auto settings = [](const char* yaml) { return *Settings::parse(yaml, "a.yaml"); };
  EXPECT_TRUE(
      same_settings(settings("a: 1\nb: [x, {c: d}]\n"), settings("\n\na: 1\nb: [x, {c: d}]\n")));
  EXPECT_FALSE(same_settings(settings("a: 1\n"), settings("a: 2\n")));
  EXPECT_FALSE(same_settings(settings("a: 1\n"), settings("a: '1'\n")));
}

TEST(IsAboutSettings, TellsWhatTheUserWroteFromWhatADeviceSaid) {
  const auto settings = *Settings::parse("scenario: missing.yaml\n", "c.yaml");
  EXPECT_TRUE(is_about_settings({ErrorCode::kInvalid, "c.yaml:1: x: y"}, settings));
  EXPECT_TRUE(
      is_about_settings({ErrorCode::kInvalid, "/etc/missing.yaml: no such file"}, settings));
  EXPECT_FALSE(is_about_settings({ErrorCode::kInvalid, "energy_uj: not a number"}, settings));
  EXPECT_FALSE(is_about_settings({ErrorCode::kUnavailable, "c.yaml:1: x"}, settings));
}

}  // namespace
}  // namespace joulemark
