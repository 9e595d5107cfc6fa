#include "core/http_target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/fakes/fake_files.h"

namespace joulemark {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(HttpTarget, AUrlIsSchemeHostAndPort) {
  EXPECT_EQ(*checked_url("https://bmc/"), "https://bmc");
  EXPECT_EQ(*checked_url("http://[::1]:8000"), "http://[::1]:8000");
  EXPECT_EQ(*checked_url("http://gpu:9400/metrics/", UrlPath::kAllowed), "http://gpu:9400/metrics");
  for (const char* none : {"", "bmc", "ftp://bmc", "https://", "https:///metrics", "https://a b",
                           "https://a?x=1", "https://a#x", "https://a\\b"}) {
    EXPECT_FALSE(checked_url(none)) << none;
    EXPECT_FALSE(checked_url(none, UrlPath::kAllowed)) << none;
  }
  EXPECT_FALSE(checked_url("https://bmc/redfish/v1"));
}

TEST(HttpTarget, PasswordsInUrlsAreRefusedAndNotRepeated) {
  for (const UrlPath path : {UrlPath::kNone, UrlPath::kAllowed}) {
    const auto url = checked_url("https://u:hunter2@bmc", path);
    EXPECT_THAT(url.error().message, HasSubstr("password_file"));
    EXPECT_THAT(url.error().message, Not(HasSubstr("hunter2")));
  }
}

TEST(HttpTarget, TheHostIsWithoutPortAndPath) {
  const auto host = [](const std::string& url) {
    HttpTarget target;
    target.url = url;
    return host_of(target);
  };
  EXPECT_EQ(host("https://bmc-17"), "bmc-17");
  EXPECT_EQ(host("https://bmc-17:8443"), "bmc-17");
  EXPECT_EQ(host("http://gpu/metrics"), "gpu");
  EXPECT_EQ(host("http://[fe80::1]:9400/metrics"), "[fe80::1]");
}

TEST(HttpTarget, APasswordIsTheFileWithoutItsLineEnd) {
  const FakeFiles files{{"pw", "a b\r\n"}};
  HttpTarget target;
  EXPECT_EQ(*password_of(target, files), "");
  target.password_file = "pw";
  EXPECT_EQ(*password_of(target, files), "a b");
  target.password_file = "none";
  EXPECT_FALSE(password_of(target, files));
}

}  // namespace
}  // namespace joulemark
