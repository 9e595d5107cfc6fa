// The program itself: start, pages, reload, end.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/exporter/raw_client.h"

extern char** environ;

namespace joulemark {
namespace {

using namespace std::chrono_literals;
using RealClock = std::chrono::steady_clock;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

// A folder with a powercap tree of one package, and the program on it.
class ProgramTest : public testing::Test {
 protected:
  ProgramTest() {
    fs::create_directories(zone);
    fs::create_directories(folder / "sys/class/powercap");
    fs::create_directory_symlink("../../devices/virtual/powercap/intel-rapl/intel-rapl:0",
                                 folder / "sys/class/powercap/intel-rapl:0");
    write(zone / "name", "package-0\n");
    write(zone / "max_energy_range_uj", "262143328850\n");
    write(zone / "energy_uj", "1000000\n");
  }
  ~ProgramTest() override {
    if (pid > 0) {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
    fs::remove_all(folder);
  }

  static void write(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
  }

  void launch(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), JOULEMARK_EXPORTER);
    arguments.push_back("--path.sysfs=" + (folder / "sys").string());
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, (folder / "out").c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, (folder / "log").c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ASSERT_EQ(posix_spawn(&pid, JOULEMARK_EXPORTER, &actions, nullptr, argv.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
  }
  int wait_for_end(std::chrono::seconds patience = 10s) {
    const auto end = RealClock::now() + patience;
    int status = -1;
    while (::waitpid(pid, &status, WNOHANG) == 0) {
      if (RealClock::now() > end) return -1;
      std::this_thread::sleep_for(5ms);
    }
    pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -2;
  }
  template <class Condition>
  static bool eventually(Condition condition) {
    const auto end = RealClock::now() + 10s;
    while (!condition())
      if (RealClock::now() > end)
        return false;
      else
        std::this_thread::sleep_for(10ms);
    return true;
  }

  // Launches on a free port and waits until it is ready.
  void start(std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), "--web.listen-address=127.0.0.1:0");
    launch(std::move(arguments));
    const std::string mark = "listening on http://127.0.0.1:";
    ASSERT_TRUE(eventually([&] { return log().find(mark) != std::string::npos; })) << log();
    port = std::stoi(log().substr(log().find(mark) + mark.size()));
    ASSERT_TRUE(eventually([&] { return page("/-/ready") == "ready\n"; })) << log();
  }
  std::string page(const std::string& path) { return body_of(http(port, "GET", path)); }
  bool page_has(const std::string& text) {
    return eventually([&] { return page("/metrics").find(text) != std::string::npos; });
  }
  std::string log() const { return text_of(folder / "log"); }

  const fs::path folder =
      fs::path(testing::TempDir()) / ("joulemark_program_" + std::to_string(::getpid()));
  const fs::path zone = folder / "sys/devices/virtual/powercap/intel-rapl/intel-rapl:0";
  pid_t pid = 0;
  int port = 0;
};

TEST_F(ProgramTest, ServesTheSensorsOfTheMachine) {
  start({"--node-name=n1"});
  EXPECT_TRUE(page_has("joulemark_energy_joules_total{node=\"n1\",source=\"rapl\""));
  EXPECT_TRUE(page_has("joulemark_source_up{source=\"rapl\"} 1"));
  EXPECT_THAT(http(port, "GET", "/metrics"),
              HasSubstr("Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"));
  EXPECT_THAT(page("/"), HasSubstr("package"));
  EXPECT_EQ(page("/-/healthy"), "healthy\n");
  EXPECT_THAT(log(), HasSubstr("sampling seed"));
}

TEST_F(ProgramTest, EndsWithinThreeSecondsOnSigterm) {
  start();
  const auto begin = RealClock::now();
  ::kill(pid, SIGTERM);
  EXPECT_EQ(wait_for_end(), 0);
  EXPECT_LT(RealClock::now() - begin, 3s);
}

TEST_F(ProgramTest, ServesAndEndsWhileAReadHangs) {
  start({"--node-name=n1"});
  ASSERT_TRUE(page_has("joulemark_energy_joules_total{node=\"n1\""));
  ::kill(pid, SIGTERM);
  ASSERT_EQ(wait_for_end(), 0);
  // A FIFO that a writer holds open without a word stands for a driver that hangs.
  fs::remove(zone / "energy_uj");
  ASSERT_EQ(::mkfifo((zone / "energy_uj").c_str(), 0600), 0);
  const int writer = ::open((zone / "energy_uj").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(writer, 0);
  start({"--node-name=n1", "--source.rapl"});
  const auto asked = RealClock::now();
  EXPECT_THAT(page("/metrics"), HasSubstr("joulemark_exporter_time_seconds"));
  EXPECT_LT(RealClock::now() - asked, 1s);
  EXPECT_TRUE(page_has("joulemark_source_up{source=\"rapl\"} 0"));
  EXPECT_THAT(page("/metrics"), Not(HasSubstr("joulemark_energy_joules_total{")));
  const auto begin = RealClock::now();
  ::kill(pid, SIGTERM);
  EXPECT_EQ(wait_for_end(), 0);
  EXPECT_LT(RealClock::now() - begin, 3s);
  ::close(writer);
}

TEST_F(ProgramTest, ABadFileKeepsTheOldConfigurationRunningAndSaysSo) {
  const std::string good =
      "schema: joulemark.config/1\nnode: n1\nsources: {rapl: {interval: 50ms}}\n";
  write(folder / "c.yaml", good);
  start({"--config.file=" + (folder / "c.yaml").string()});
  ASSERT_TRUE(page_has("joulemark_energy_start_timestamp_seconds{node=\"n1\""));
  const auto start_line = [&] {
    const std::string text = page("/metrics");
    const auto at = text.find("joulemark_energy_start_timestamp_seconds{");
    return text.substr(at, text.find('\n', at) - at);
  };
  const std::string before = start_line();

  write(folder / "c.yaml",
        "schema: joulemark.config/1\nnode: n1\nsources: {rapl: {intervall: 50ms}}\n");
  const std::string refused = http(port, "POST", "/-/reload", "Content-Length: 0\r\n");
  EXPECT_THAT(refused, HasSubstr("HTTP/1.1 500 "));
  EXPECT_THAT(refused, HasSubstr("c.yaml:3: sources.rapl.intervall: unknown key"));
  EXPECT_EQ(start_line(), before);
  ::kill(pid, SIGHUP);
  EXPECT_TRUE(eventually([&] {
    const std::string text = log();
    const auto first = text.find("not reloaded");
    return first != std::string::npos && text.find("not reloaded", first + 1) != std::string::npos;
  }));

  write(folder / "c.yaml", good);
  EXPECT_THAT(http(port, "POST", "/-/reload", "Content-Length: 0\r\n"), HasSubstr("HTTP/1.1 200 "));
  EXPECT_EQ(start_line(), before);
}

TEST_F(ProgramTest, ErrorsAtTheStartAreOneLineAndStatusOne) {
  write(folder / "c.yaml", "schema: joulemark.config/1\nsupply: both\n");
  launch({"--config.file=" + (folder / "c.yaml").string()});
  EXPECT_EQ(wait_for_end(), 1);
  EXPECT_THAT(log(), HasSubstr("c.yaml:2: supply: must be one of: ac, dc, unknown"));
  launch({"--web.listen-address=[::]:11818"});
  EXPECT_EQ(wait_for_end(), 1);
  EXPECT_THAT(log(), HasSubstr("IPv6"));
}

TEST_F(ProgramTest, ConfigCheckFindsWhatTheSourcesWouldRefuse) {
  write(folder / "c.yaml", "schema: joulemark.config/1\nsources: {rapl: {interval: fast}}\n");
  launch({"--config.check", "--config.file=" + (folder / "c.yaml").string()});
  EXPECT_EQ(wait_for_end(), 1);
  EXPECT_THAT(log(), HasSubstr("sources.rapl.interval"));
  write(folder / "c.yaml", "schema: joulemark.config/1\nsources: {rapl: {interval: 100ms}}\n");
  launch({"--config.check", "--config.file=" + (folder / "c.yaml").string()});
  EXPECT_EQ(wait_for_end(), 0);
  EXPECT_THAT(text_of(folder / "out"), HasSubstr("rapl"));
}

}  // namespace
}  // namespace joulemark
