// A small HTTP/1.1 server on 127.0.0.1 and a free port: each request goes to one handler. Answers
// may be late, raw or wrong on purpose. Connections stay open until the client leaves.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/units.h"

namespace joulemark {

struct LoopbackRequest {
  std::string method, target, body;
  std::map<std::string, std::string> headers;  // names in lower case
};

struct LoopbackReply {
  int status = 200;
  std::string body = {};
  std::string content_type = "application/json";
  std::vector<std::pair<std::string, std::string>> headers = {};
  Duration delay{0};                    // before the answer; cut short when the server ends
  std::optional<std::string> raw = {};  // these bytes instead, then the connection is closed
};

class LoopbackServer {
 public:
  using Handler = std::function<LoopbackReply(const LoopbackRequest&)>;

  explicit LoopbackServer(Handler handler) : handler_(std::move(handler)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener_ < 0 || bind(listener_, any, size) != 0 || listen(listener_, 64) != 0 ||
        getsockname(listener_, any, &size) != 0)
      throw std::runtime_error("loopback server: no socket");
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { accept_all(); });
  }
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;
  ~LoopbackServer() {
    stopping_ = true;
    acceptor_.join();
    for (auto& worker : workers_) worker.join();
    close(listener_);
  }

  [[nodiscard]] int port() const { return port_; }
  [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  [[nodiscard]] int connections() const { return connections_; }
  [[nodiscard]] std::vector<LoopbackRequest> requests() const {
    const std::scoped_lock lock(mutex_);
    return requests_;
  }

 private:
  static constexpr int kPollMs = 20;

  void accept_all() {
    while (!stopping_) {
      if (!readable(listener_)) continue;
      const int fd = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (fd < 0) continue;
      ++connections_;
      workers_.emplace_back([this, fd] {
        serve(fd);
        close(fd);
      });
    }
  }
  static bool readable(int fd) {
    pollfd wait{.fd = fd, .events = POLLIN, .revents = 0};
    return poll(&wait, 1, kPollMs) > 0;
  }
  void serve(int fd) {
    std::string pending;
    while (const auto request = receive(fd, pending)) {
      {
        const std::scoped_lock lock(mutex_);
        requests_.push_back(*request);
      }
      const auto reply = handler_(*request);
      for (Duration slept{0}; slept < reply.delay && !stopping_; slept += kNap)
        std::this_thread::sleep_for(kNap);
      const auto bytes = reply.raw ? *reply.raw : render(*request, reply);
      if (!send_all(fd, bytes) || reply.raw) return;
    }
  }
  std::optional<LoopbackRequest> receive(int fd, std::string& pending) {
    std::size_t head = std::string::npos;
    while ((head = pending.find("\r\n\r\n")) == std::string::npos)
      if (!more(fd, pending)) return std::nullopt;
    auto request = parse_head(pending.substr(0, head + 2));
    pending.erase(0, head + 4);
    const auto length = request.headers.find("content-length");
    const std::size_t size = length == request.headers.end() ? 0 : std::stoul(length->second);
    while (pending.size() < size)
      if (!more(fd, pending)) return std::nullopt;
    request.body = pending.substr(0, size);
    pending.erase(0, size);
    return request;
  }
  bool more(int fd, std::string& pending) {
    while (!readable(fd))
      if (stopping_) return false;
    char buffer[4096];
    const auto size = recv(fd, buffer, sizeof buffer, 0);
    if (size <= 0) return false;
    pending.append(buffer, static_cast<std::size_t>(size));
    return true;
  }
  static LoopbackRequest parse_head(const std::string& head) {
    LoopbackRequest request;
    std::size_t start = head.find("\r\n");
    const std::string first = head.substr(0, start);
    const auto space = first.find(' ');
    request.method = first.substr(0, space);
    request.target = first.substr(space + 1, first.rfind(' ') - space - 1);
    for (start += 2; start < head.size();) {
      const auto end = head.find("\r\n", start);
      const std::string line = head.substr(start, end - start);
      const auto colon = line.find(':');
      std::string name = line.substr(0, colon);
      for (char& c : name)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
      const auto value = line.find_first_not_of(' ', colon + 1);
      request.headers[name] = value == std::string::npos ? "" : line.substr(value);
      start = end + 2;
    }
    return request;
  }
  static std::string render(const LoopbackRequest& request, const LoopbackReply& reply) {
    std::string out = "HTTP/1.1 " + std::to_string(reply.status) +
                      " Status\r\nContent-Type: " + reply.content_type +
                      "\r\nContent-Length: " + std::to_string(reply.body.size()) + "\r\n";
    for (const auto& [name, value] : reply.headers)
      out.append(name).append(": ").append(value).append("\r\n");
    out += "\r\n";
    return request.method == "HEAD" ? out : out + reply.body;
  }
  static bool send_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
      const auto sent = send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  static constexpr Duration kNap = std::chrono::milliseconds(5);

  Handler handler_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> stopping_ = false;
  std::atomic<int> connections_ = 0;
  mutable std::mutex mutex_;
  std::vector<LoopbackRequest> requests_;
  std::vector<std::thread> workers_;
  std::thread acceptor_;
};

}  // namespace joulemark
