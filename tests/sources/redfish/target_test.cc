#include "sources/redfish/target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace joulemark::redfish {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

Result<std::vector<Target>> parse(const std::string& yaml) {
  const auto settings = Settings::parse("targets:\n" + yaml, "j.yaml");
  return parse_targets(*settings.value().find("targets"));
}

std::string complaint(const std::string& item) {
  const auto parsed = parse("  - " + item + "\n");
  return parsed ? "accepted" : parsed.error().message;
}

TEST(RedfishTarget, HasEverythingThatIsSaid) {
  const auto parsed = parse(R"(
  - {url: 'https://bmc-17/', node: n17, rack: r5, username: monitor, password_file: /run/pw, ca_file: ca.pem, interval: 2s, boundary: ac_input, supply: ac}
  - {url: 'http://127.0.0.1:8000', pin_sha256: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', insecure_skip_verify: true}
)");
  ASSERT_TRUE(parsed) << parsed.error().message;
  ASSERT_THAT(*parsed, SizeIs(2));
  EXPECT_EQ(parsed->at(0).url, "https://bmc-17");
  EXPECT_EQ(parsed->at(0).node, "n17");
  EXPECT_EQ(parsed->at(0).interval, std::chrono::seconds(2));
  EXPECT_EQ(parsed->at(0).boundary, Boundary::kAcInput);
  EXPECT_EQ(parsed->at(0).supply, Supply::kAc);
  EXPECT_FALSE(parsed->at(0).insecure_skip_verify);
  EXPECT_TRUE(parsed->at(1).insecure_skip_verify);
  EXPECT_FALSE(parsed->at(1).boundary);
}

TEST(RedfishTarget, ErrorsNameLineKeyAndRemedy) {
  EXPECT_THAT(complaint("{node: a}"), HasSubstr("url"));
  EXPECT_THAT(complaint("{url: bmc-17}"), HasSubstr("must be https://HOST"));
  EXPECT_THAT(complaint("{url: 'https://bmc/redfish/v1'}"), HasSubstr("without a path"));
  EXPECT_THAT(complaint("{url: 'https://bmc', usrname: a}"), HasSubstr("usrname"));
  EXPECT_THAT(complaint("{url: 'https://bmc', username: a}"), HasSubstr("password_file"));
  EXPECT_THAT(complaint("{url: 'https://bmc', password_file: a}"), HasSubstr("username"));
  EXPECT_THAT(complaint("{url: 'https://bmc', interval: 10ms}"), HasSubstr("between 200ms"));
  EXPECT_THAT(complaint("{url: 'https://bmc', pin_sha256: abc}"), HasSubstr("44 characters"));
  EXPECT_THAT(complaint("{url: 'https://bmc', boundary: wall}"), HasSubstr("ac_input"));
  EXPECT_THAT(complaint("{url: 'https://bmc', insecure_skip_verify: maybe}"),
              HasSubstr("j.yaml:2"));
  EXPECT_THAT(complaint("text"), HasSubstr("j.yaml:2"));
}

TEST(RedfishTarget, PasswordsInUrlsAreRefusedAndNotRepeated) {
  const std::string error = complaint("{url: 'https://monitor:hunter2@bmc'}");
  EXPECT_THAT(error, HasSubstr("password_file"));
  EXPECT_THAT(error, Not(HasSubstr("hunter2")));
}

TEST(RedfishTarget, AServiceIsReadOnce) {
  const auto twice = parse("  - {url: 'https://bmc'}\n  - {url: 'https://bmc/'}\n");
  EXPECT_THAT(twice.error().message, HasSubstr("j.yaml:3"));
  EXPECT_THAT(twice.error().message, HasSubstr("twice"));
}

}  // namespace
}  // namespace joulemark::redfish
