// A real server of the Prometheus HTTP API as a child process: loopback, a free port, its data in a
// folder of the test, ended by its process id.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace joulemark {

class PrometheusServer {
 public:
  enum class Product { kPrometheus, kVictoriaMetrics };

  static bool installed(Product product);

  // Starts it and waits until it is ready; throws std::runtime_error with the end of its log if it
  // never is. jobs: the entries below scrape_configs, each line indented by two spaces.
  PrometheusServer(Product product, std::filesystem::path folder, const std::string& jobs,
                   std::vector<std::string> flags = {});
  PrometheusServer(const PrometheusServer&) = delete;
  PrometheusServer& operator=(const PrometheusServer&) = delete;
  ~PrometheusServer();

  [[nodiscard]] std::string url() const;
  void stop();   // it writes what it holds; its data stay
  void start();  // again, on the same port and data

 private:
  [[nodiscard]] std::vector<std::string> command() const;
  [[nodiscard]] bool ready() const;
  [[nodiscard]] bool ended();
  [[nodiscard]] std::string end_of_log() const;

  Product product_;
  std::filesystem::path folder_;
  std::vector<std::string> flags_;
  int port_ = 0;
  pid_t pid_ = -1;
};

// One job for static targets ("127.0.0.1:port"), with honor_labels.
std::string scrape_job(const std::string& name, const std::vector<std::string>& targets,
                       const std::string& interval = "1s", const std::string& path = "/metrics");

}  // namespace joulemark
