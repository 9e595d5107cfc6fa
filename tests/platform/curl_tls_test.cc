// Certificates are checked, against a real TLS server (openssl s_server) with one of its own.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "platform/curl_http.h"
#include "tests/fakes/temp_folder.h"

namespace joulemark {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class TlsServer {
 public:
  explicit TlsServer(const TempFolder& folder) {
    const std::string cert = (folder.path() / "cert.pem").string();
    const std::string key = (folder.path() / "key.pem").string();
    const std::string make =
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext "
        "subjectAltName=DNS:localhost -keyout " +
        key + " -out " + cert + " 2>/dev/null";
    if (std::system(make.c_str()) != 0) return;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::vector<std::string> words{"openssl", "s_server", "-accept", "127.0.0.1:0", "-www", "-cert",
                                   cert,      "-key",     key};
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    if (posix_spawnp(&pid_, "openssl", &actions, nullptr, arguments.data(), environ) != 0)
      pid_ = -1;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    read_port(ends[0]);
    close(ends[0]);
  }
  TlsServer(const TlsServer&) = delete;
  TlsServer& operator=(const TlsServer&) = delete;
  ~TlsServer() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }

  [[nodiscard]] const std::string& port() const { return port_; }

 private:
  // "ACCEPT 127.0.0.1:40123"
  void read_port(int fd) {
    std::string said;
    char c = 0;
    while (read(fd, &c, 1) == 1) {
      if (c != '\n') {
        said += c;
        continue;
      }
      if (said.starts_with("ACCEPT ")) {
        port_ = said.substr(said.rfind(':') + 1);
        return;
      }
      said.clear();
    }
  }

  pid_t pid_ = -1;
  std::string port_;
};

TEST(CurlTls, ACertificateIsCheckedAgainstTheAuthorityThatIsNamed) {
  const TempFolder folder;
  const TlsServer server(folder);
  if (server.port().empty()) GTEST_SKIP() << "no openssl program here";
  const HttpRequest by_name{.url = "https://localhost:" + server.port() + "/"};
  const HttpRequest by_address{.url = "https://127.0.0.1:" + server.port() + "/"};
  const std::string ca = (folder.path() / "cert.pem").string();

  const auto unknown = CurlHttpClient().send(by_name);
  ASSERT_FALSE(unknown.has_value());
  EXPECT_EQ(unknown.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(unknown.error().message, AllOf(HasSubstr("localhost:" + server.port()),
                                             HasSubstr("certificate"), HasSubstr("ca_file")));

  const auto known = CurlHttpClient({.ca_file = ca}).send(by_name);
  ASSERT_TRUE(known.has_value()) << known.error().message;
  EXPECT_EQ(known->status, 200);

  EXPECT_FALSE(CurlHttpClient({.ca_file = ca}).send(by_address).has_value())
      << "the certificate is for localhost only";
  EXPECT_TRUE(CurlHttpClient({.insecure_skip_verify = true}).send(by_address).has_value());

  const auto no_file = CurlHttpClient({.ca_file = "/nonexistent.pem"}).send(by_name);
  ASSERT_FALSE(no_file.has_value());
  EXPECT_EQ(no_file.error().code, ErrorCode::kInvalid);
}

}  // namespace
}  // namespace joulemark
