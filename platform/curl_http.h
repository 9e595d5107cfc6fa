// HTTP over libcurl: one connection pool per client, TLS verified, redirects not followed, http and
// https only. Used by one thread at a time.
#pragma once

#include <memory>

#include "core/http.h"
#include "core/http_options.h"

namespace joulemark {

class CurlExchange;

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
  std::unique_ptr<CurlExchange> exchange_;
};

}  // namespace joulemark
