#include "query/http_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/fakes/temp_folder.h"

namespace joulemark {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

class HttpConfig : public ::testing::Test {
 protected:
  Result<HttpOptions> read(const std::string& yaml) {
    return http_config_from(yaml, (folder.path() / "http.yml").string());
  }
  std::string error_of(const std::string& yaml) {
    const auto options = read(yaml);
    return options ? "no error" : options.error().message;
  }
  TempFolder folder;
};

TEST_F(HttpConfig, ReadsSecretsFromFilesBesideIt) {
  folder.write("secret", "pass word\n");
  const auto options = read("basic_auth: {username: me, password_file: secret}\n");
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(options->username, "me");
  EXPECT_EQ(options->password, "pass word");
}

TEST_F(HttpConfig, ReadsTokensCertificatesAndHeaders) {
  folder.write("token", "abc\r\n");
  folder.write("key", "k");
  const auto options = read(
      "authorization: {credentials_file: token}\n"
      "tls_config: {ca_file: ca.pem, cert_file: /etc/c.pem, key_file: /etc/k.pem}\n"
      "http_headers:\n  X-Scope-OrgID: {values: [a]}\n  X-Key: {files: [key]}\n");
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(options->bearer_token, "abc");
  EXPECT_EQ(options->ca_file, (folder.path() / "ca.pem").string());
  EXPECT_EQ(options->client_key_file, "/etc/k.pem");
  EXPECT_THAT(options->headers, ElementsAre(Pair("X-Scope-OrgID", "a"), Pair("X-Key", "k")));
  folder.write("other", "t");
  EXPECT_EQ(read("bearer_token_file: other\n")->bearer_token, "t");
}

TEST_F(HttpConfig, RefusesSecretsInTheFileItself) {
  const std::string error = error_of("basic_auth: {username: me, password: hunter2}\n");
  EXPECT_THAT(error, HasSubstr("write password_file"));
  EXPECT_THAT(error, Not(HasSubstr("hunter2")));
  EXPECT_THAT(error_of("authorization: {credentials: hunter2}\n"), HasSubstr("credentials_file"));
}

TEST_F(HttpConfig, NamesFileLineAndKey) {
  EXPECT_THAT(error_of("\nbasic_auht: {}\n"), HasSubstr("http.yml:2"));
  EXPECT_THAT(error_of("basic_auth: {username: me}\n"), HasSubstr("password_file"));
  EXPECT_THAT(error_of("basic_auth: {username: me, password_file: gone}\n"), HasSubstr("gone"));
  EXPECT_THAT(error_of("tls_config: {cert_file: c.pem}\n"), HasSubstr("belong together"));
  EXPECT_THAT(error_of("http_headers: [a]\n"), HasSubstr("must be a map"));
  folder.write("s", "x");
  folder.write("empty", "\n");
  EXPECT_THAT(error_of("bearer_token_file: empty\n"), HasSubstr("is empty"));
  EXPECT_THAT(error_of("basic_auth: {username: u, password_file: s}\nbearer_token_file: s\n"),
              HasSubstr("exclude each other"));
}

TEST_F(HttpConfig, MayBeEmpty) { EXPECT_TRUE(read("")); }

TEST_F(HttpConfig, ThatIsNotThereIsNamed) {
  EXPECT_THAT(read_http_config("/nowhere/http.yml").error().message,
              HasSubstr("--http.config.file: /nowhere/http.yml: No such file"));
}

}  // namespace
}  // namespace joulemark
