#include "exporter/command_line.h"

#include <gmock/gmock.h>

#include <array>

namespace joulemark {
namespace {

using testing::HasSubstr;

constexpr std::array kKnown = {SourceEntry{"rapl", "counters", true, nullptr}};

CommandLine parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "joulemark-exporter");
  return parse_command_line(static_cast<int>(arguments.size()), arguments.data(), kKnown);
}

TEST(CommandLine, ReadsFlagsInTheMannerOfPrometheusExporters) {
  const auto line =
      parse({"--web.listen-address=127.0.0.1:1", "--web.listen-address", ":2", "--no-source.rapl",
             "--config.file=c.yaml", "--path.sysfs=/host/sys", "--node-name=n", "--log.level=warn",
             "--log.format=json", "--source.disable-defaults", "--labels.serials"});
  ASSERT_FALSE(line.exit_status);
  EXPECT_EQ(line.overrides.listen_addresses, (std::vector<std::string>{"127.0.0.1:1", ":2"}));
  EXPECT_EQ(line.overrides.sources.at("rapl"), false);
  EXPECT_EQ(line.overrides.config_file, "c.yaml");
  EXPECT_EQ(line.sysfs, "/host/sys");
  EXPECT_EQ(line.procfs, "/proc");
  EXPECT_EQ(line.overrides.node, "n");
  EXPECT_EQ(line.log.level, LogLevel::kWarn);
  EXPECT_EQ(line.log.format, LogFormat::kJson);
  EXPECT_TRUE(line.overrides.disable_defaults);
  EXPECT_TRUE(line.show_serials);
}

TEST(CommandLine, AnUnknownFlagIsOneLineOnStderr) {
  testing::internal::CaptureStderr();
  const auto line = parse({"--web.listen-adress=:1"});
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(line.exit_status, 1);
  EXPECT_THAT(said, HasSubstr("--web.listen-adress"));
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1);
}

TEST(CommandLine, HelpTeachesWithExamples) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(parse({"--help"}).exit_status, 0);
  const std::string said = testing::internal::GetCapturedStdout();
  EXPECT_THAT(said, HasSubstr("honor_labels"));
  EXPECT_THAT(said, HasSubstr("--source.rapl"));
  EXPECT_THAT(said, testing::Not(HasSubstr("--docs.metrics")));
}

TEST(CommandLine, TheTruthNeedsAWindowWithOffsets) {
  const auto line = parse({"--replay.truth=s.yaml", "--start", "1796039107.5", "--end",
                           "2026-12-01T00:00:00Z", "--node", "r1"});
  ASSERT_TRUE(line.truth);
  EXPECT_EQ(line.truth->start, UtcTime(Duration(1'796'039'107'500'000'000)));
  EXPECT_EQ(line.truth->node, "r1");
  testing::internal::CaptureStderr();
  EXPECT_EQ(parse({"--replay.truth=s.yaml"}).exit_status, 1);
  EXPECT_EQ(
      parse({"--replay.truth=s.yaml", "--start", "2026-12-01T00:00:00", "--end", "2"}).exit_status,
      1);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("--start"));
}

}  // namespace
}  // namespace joulemark
