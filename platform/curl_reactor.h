// libcurl's multi interface on epoll: what a turn costs depends on what happened, and not on how
// many exchanges are in flight. Used by one thread.
#pragma once

#include <curl/curl.h>

#include <optional>

#include "core/units.h"

namespace joulemark {

class CurlReactor {
 public:
  CurlReactor();
  CurlReactor(const CurlReactor&) = delete;
  CurlReactor& operator=(const CurlReactor&) = delete;
  ~CurlReactor();

  [[nodiscard]] CURLM* multi() const { return multi_; }
  // Waits for sockets and timers until then at the latest, and carries on what is ready.
  void turn(MonotonicTime until);

 private:
  static int on_socket(CURL*, curl_socket_t socket, int what, void* self, void* known) noexcept;
  static int on_timer(CURLM*, long milliseconds, void* self) noexcept;
  void act(curl_socket_t socket, int flags);

  CURLM* multi_;
  int epoll_;
  std::optional<MonotonicTime> timer_;
};

}  // namespace joulemark
