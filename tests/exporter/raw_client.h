// A TCP connection to loopback that sends exactly the bytes a test wants.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <string>
#include <utility>

namespace joulemark {

class RawClient {
 public:
  explicit RawClient(int port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(port));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval patience{10, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (::connect(fd_, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) {
      ::close(fd_);
      throw std::runtime_error("no connection to port " + std::to_string(port));
    }
  }
  RawClient(RawClient&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  RawClient& operator=(RawClient&&) = delete;
  ~RawClient() {
    if (fd_ >= 0) ::close(fd_);
  }

  void send(const std::string& bytes) {
    if (::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(bytes.size()))
      throw std::runtime_error("cannot send");
  }
  // Until the server closes, or 10 s of silence.
  std::string read_all() {
    std::string out;
    std::array<char, 65536> buffer;
    for (ssize_t n = 0; (n = ::recv(fd_, buffer.data(), buffer.size(), 0)) > 0;)
      out.append(buffer.data(), static_cast<std::size_t>(n));
    return out;
  }

 private:
  int fd_;
};

inline std::string http(int port, const std::string& method, const std::string& path,
                        const std::string& headers = "") {
  RawClient client(port);
  client.send(method + " " + path + " HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n");
  return client.read_all();
}

inline std::string body_of(const std::string& message) {
  const auto at = message.find("\r\n\r\n");
  return at == std::string::npos ? "" : message.substr(at + 4);
}

}  // namespace joulemark
