// HTTP over libcurl: one connection pool per client, TLS verified, redirects not followed, http and
// https only. Used by one thread at a time.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/http.h"

namespace joulemark {

// Secrets are values here; the caller has read them from files (DESIGN 6). They never appear in an
// error.
struct HttpOptions {
  std::string username = {}, password = {};  // basic authentication, if username is not empty
  std::string bearer_token = {};             // instead of it
  std::string ca_file = {};                  // instead of the system's authorities
  std::string client_certificate_file = {}, client_key_file = {};
  bool insecure_skip_verify = false;
  bool accept_gzip = true;
  std::string user_agent = "joulemark";
  Duration connect_timeout = std::chrono::seconds(10);  // and never longer than the request's
  std::vector<std::pair<std::string, std::string>> headers = {};  // sent with every request
};

// Proxies are those of the environment (http_proxy, https_proxy, no_proxy); a loopback address is
// never asked of one.
class CurlHttpClient final : public HttpClient {
 public:
  explicit CurlHttpClient(HttpOptions options = {});
  ~CurlHttpClient() override;
  CurlHttpClient(CurlHttpClient&&) noexcept;
  CurlHttpClient& operator=(CurlHttpClient&&) noexcept;

  // max_body_bytes counts what arrives after decompression. A certificate that cannot be verified,
  // a malformed URL and a header with a line break are kInvalid.
  Result<HttpResponse> send(const HttpRequest& request) override;

 private:
  class Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace joulemark
