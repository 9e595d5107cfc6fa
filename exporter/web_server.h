// The HTTP server: civetweb with sixteen threads and more, no document root, no TLS yet.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/result.h"
#include "exporter/listen_address.h"
#include "exporter/routes.h"

namespace joulemark {

class WebServer {
 public:
  // Serves until destroyed. The error names the address and why it cannot be used.
  static Result<std::unique_ptr<WebServer>> start(const std::vector<ListenAddress>& addresses,
                                                  std::vector<Route> routes);
  virtual ~WebServer() = default;  // takes up to 2 s
  // "http://127.0.0.1:43210", in the order of the addresses, with the port the system chose.
  [[nodiscard]] virtual std::vector<std::string> urls() const = 0;
};

}  // namespace joulemark
