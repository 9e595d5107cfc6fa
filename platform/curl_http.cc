#include "platform/curl_http.h"

#include "platform/curl_exchange.h"

namespace joulemark {

CurlHttpClient::CurlHttpClient(HttpOptions options)
    : exchange_(std::make_unique<CurlExchange>(std::move(options))) {}
CurlHttpClient::~CurlHttpClient() = default;
CurlHttpClient::CurlHttpClient(CurlHttpClient&&) noexcept = default;
CurlHttpClient& CurlHttpClient::operator=(CurlHttpClient&&) noexcept = default;

Result<HttpResponse> CurlHttpClient::send(const HttpRequest& request) {
  if (auto ready = exchange_->prepare(request); !ready) return tl::unexpected(ready.error());
  return exchange_->finish(curl_easy_perform(exchange_->handle()));
}

}  // namespace joulemark
