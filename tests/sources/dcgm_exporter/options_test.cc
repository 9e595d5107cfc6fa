#include "sources/dcgm_exporter/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace joulemark::dcgm_exporter {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

Result<Options> parse(const std::string& yaml) {
  return parse_options(*Settings::parse(yaml, "/etc/j.yaml"));
}

std::string complaint(const std::string& target) {
  const auto parsed = parse("targets:\n  - " + target + "\n");
  return parsed ? "accepted" : parsed.error().message;
}

TEST(DcgmOptions, TheUsualOneNeedsAnUrlOnly) {
  const auto parsed = parse("targets: [{url: 'http://localhost:9400'}]");
  ASSERT_TRUE(parsed) << parsed.error().message;
  ASSERT_THAT(parsed->targets, SizeIs(1));
  const Target& one = parsed->targets[0];
  EXPECT_EQ(one.url, "http://localhost:9400/metrics");
  EXPECT_EQ(one.node, "");  // this machine
  EXPECT_EQ(one.interval, 1s);
  EXPECT_EQ(one.collect_interval, 30s);  // dcgm-exporter's own default
}

TEST(DcgmOptions, AnotherMachineIsNamedByItsHost) {
  const auto parsed = parse(
      "targets: [{url: 'https://gpu17:9400/gpu/metrics/', collect_interval: 1s},"
      " {url: 'http://10.0.0.5:9400', node: gpu18, username: u, password_file: pw}]");
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(parsed->targets[0].url, "https://gpu17:9400/gpu/metrics");
  EXPECT_EQ(parsed->targets[0].node, "gpu17");
  EXPECT_EQ(parsed->targets[1].node, "gpu18");
  EXPECT_EQ(parsed->targets[1].password_file, "/etc/pw");
}

TEST(DcgmOptions, ErrorsNameLineKeyAndRemedy) {
  EXPECT_THAT(complaint("{node: a}"), HasSubstr("url"));
  EXPECT_THAT(complaint("{url: 'gpu17:9400'}"), HasSubstr("/etc/j.yaml:2"));
  EXPECT_THAT(complaint("{url: 'http://a', interval: 10ms}"), HasSubstr("between 200ms and 60s"));
  EXPECT_THAT(complaint("{url: 'http://a', collect_interval: 30}"), HasSubstr("collect_interval"));
  EXPECT_THAT(complaint("{url: 'http://a', collect_intervall: 30s}"),
              HasSubstr("collect_interval"));
  EXPECT_THAT(parse("targets: []").error().message, HasSubstr("list of targets"));
  EXPECT_THAT(parse("enabled: true").error().message, HasSubstr("names no targets"));
  EXPECT_THAT(parse("targets: [{url: 'http://a'}, {url: 'http://a/metrics'}]").error().message,
              HasSubstr("twice"));
  EXPECT_EQ(parse("").error().code, ErrorCode::kNotPresent);
}

TEST(DcgmOptions, PasswordsInUrlsAreRefusedAndNotRepeated) {
  const std::string error = complaint("{url: 'http://u:hunter2@gpu17:9400/metrics'}");
  EXPECT_THAT(error, HasSubstr("password_file"));
  EXPECT_THAT(error, Not(HasSubstr("hunter2")));
}

}  // namespace
}  // namespace joulemark::dcgm_exporter
