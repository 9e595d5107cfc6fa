#include "tests/peers/prometheus_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

#include "platform/curl_http.h"

extern char** environ;

namespace joulemark {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr auto kStartTime = std::chrono::seconds(40);
constexpr auto kStopTime = std::chrono::seconds(20);
constexpr auto kNap = milliseconds(50);
constexpr int kTries = 3;  // another program may take the free port first

std::string program_of(PrometheusServer::Product product) {
  return product == PrometheusServer::Product::kPrometheus ? "prometheus" : "victoria-metrics";
}

int free_port() {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* any = reinterpret_cast<sockaddr*>(&address);
  const bool bound = fd >= 0 && bind(fd, any, size) == 0 && getsockname(fd, any, &size) == 0;
  close(fd);
  if (!bound) throw std::runtime_error("no free port on loopback");
  return ntohs(address.sin_port);
}

pid_t spawn(const std::vector<std::string>& command, const std::string& log) {
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(),
                                   O_WRONLY | O_CREAT | O_APPEND, 0644);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t pid = -1;
  const int error = posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::runtime_error("cannot start " + command.front());
  return pid;
}

}  // namespace

bool PrometheusServer::installed(Product product) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/" + program_of(product)).c_str(), X_OK) == 0) return true;
  return false;
}

PrometheusServer::PrometheusServer(Product product, std::filesystem::path folder,
                                   const std::string& jobs, std::vector<std::string> flags)
    : product_(product), folder_(std::move(folder)), flags_(std::move(flags)) {
  std::filesystem::create_directories(folder_);
  std::ofstream(folder_ / "scrape.yml") << "global: {scrape_interval: 1s}\nscrape_configs:\n"
                                        << jobs;
  for (int i = 1;; ++i) {
    port_ = free_port();
    try {
      start();
      return;
    } catch (const std::runtime_error&) {
      if (i == kTries) throw;
    }
  }
}

PrometheusServer::~PrometheusServer() { stop(); }

std::string PrometheusServer::url() const { return "http://127.0.0.1:" + std::to_string(port_); }

std::vector<std::string> PrometheusServer::command() const {
  const std::string address = "127.0.0.1:" + std::to_string(port_);
  const std::string config = folder_ / "scrape.yml";
  const std::string data = folder_ / "data";
  std::vector<std::string> out{program_of(product_)};
  if (product_ == Product::kPrometheus)
    out.insert(out.end(), {"--web.listen-address=" + address, "--config.file=" + config,
                           "--storage.tsdb.path=" + data, "--log.level=warn"});
  else
    out.insert(out.end(), {"-httpListenAddr=" + address, "-promscrape.config=" + config,
                           "-storageDataPath=" + data, "-loggerLevel=WARN"});
  out.insert(out.end(), flags_.begin(), flags_.end());
  return out;
}

bool PrometheusServer::ready() const {
  CurlHttpClient http;
  HttpRequest request;
  request.url = url() + (product_ == Product::kPrometheus ? "/-/ready" : "/health");
  request.timeout = std::chrono::seconds(2);
  const auto response = http.send(request);
  return response && response->status == 200;
}

bool PrometheusServer::ended() {
  if (pid_ > 0 && waitpid(pid_, nullptr, WNOHANG) == pid_) pid_ = -1;
  return pid_ <= 0;
}

std::string PrometheusServer::end_of_log() const {
  std::ifstream file(folder_ / "server.log");
  const std::string all(std::istreambuf_iterator<char>(file), {});
  return all.substr(all.size() - std::min<std::size_t>(all.size(), 600));
}

void PrometheusServer::start() {
  pid_ = spawn(command(), folder_ / "server.log");
  const auto deadline = steady_clock::now() + kStartTime;
  while (!ended() && steady_clock::now() < deadline) {
    if (ready()) return;
    std::this_thread::sleep_for(kNap);
  }
  stop();
  throw std::runtime_error(program_of(product_) + " did not start: " + end_of_log());
}

void PrometheusServer::stop() {
  if (ended()) return;
  kill(pid_, SIGTERM);
  const auto deadline = steady_clock::now() + kStopTime;
  while (!ended()) {
    if (steady_clock::now() > deadline) kill(pid_, SIGKILL);
    std::this_thread::sleep_for(kNap);
  }
}

std::string scrape_job(const std::string& name, const std::vector<std::string>& targets,
                       const std::string& interval, const std::string& path) {
  std::string listed;
  for (const std::string& target : targets)
    listed += (listed.empty() ? "\"" : ", \"") + target + '"';
  return "  - job_name: " + name + "\n    scrape_interval: " + interval +
         "\n    scrape_timeout: " + interval + "\n    metrics_path: " + path +
         "\n    honor_labels: true\n    static_configs: [{targets: [" + listed + "]}]\n";
}

}  // namespace joulemark
