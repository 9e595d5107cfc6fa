// A server as the user named it: address from the command line or the environment, credentials from
// a file.
#pragma once

#include <memory>
#include <string>

#include "core/result.h"
#include "promapi/client.h"
#include "query/arguments.h"
#include "query/services.h"

namespace joulemark {

class Connection {
 public:
  // kInvalid: no address, a malformed one, a password in the argument, or a bad configuration.
  static Result<Connection> open(const ServerArguments& arguments, const Services& services);
  [[nodiscard]] PrometheusClient& client() { return *client_; }

 private:
  Connection(std::unique_ptr<HttpClient> http, Endpoint endpoint);
  std::unique_ptr<HttpClient> http_;
  std::unique_ptr<PrometheusClient> client_;
};

// Whether the command line or the environment names a server.
bool has_server(const ServerArguments& arguments, const Services& services);

}  // namespace joulemark
