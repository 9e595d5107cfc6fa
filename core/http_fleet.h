// The seam to many HTTP servers at once, on one event loop and without a thread: each server has
// one connection and at most one exchange in flight.
#pragma once

#include <cstddef>
#include <vector>

#include "core/clock.h"
#include "core/http.h"
#include "core/http_options.h"

namespace joulemark {

class HttpFleet {
 public:
  struct Answer {
    std::size_t server = 0;
    Result<HttpResponse> response;  // errors as of HttpClient::send
  };

  virtual ~HttpFleet() = default;
  // One more server; its number, which is that of those before it.
  virtual std::size_t add(HttpOptions options) = 0;
  // Begins an exchange. Only while the server has none in flight.
  virtual void start(std::size_t server, const HttpRequest& request) = 0;
  // Carries all exchanges on until one has ended or the time has come; what has ended.
  virtual std::vector<Answer> wait(MonotonicTime until) = 0;
};

}  // namespace joulemark
