// Many servers on one event loop (libcurl's multi interface), one connection each. Used by one
// thread.
#pragma once

#include <memory>
#include <vector>

#include "core/http_fleet.h"
#include "core/http_options.h"

namespace joulemark {

class CurlFleet final : public HttpFleet {
 public:
  // One per server, in the order of their numbers.
  explicit CurlFleet(std::vector<HttpOptions> servers = {});
  ~CurlFleet() override;

  std::size_t add(HttpOptions options) override;
  void start(std::size_t server, const HttpRequest& request) override;
  std::vector<Answer> wait(MonotonicTime until) override;

 private:
  class Loop;
  std::unique_ptr<Loop> loop_;
};

}  // namespace joulemark
