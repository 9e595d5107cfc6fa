// The seam to HTTP servers. One request, one answer; redirects are never followed by the client.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"
#include "core/units.h"

namespace joulemark {

struct HttpRequest {
  std::string method = "GET";
  std::string url = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::string body = {};
  Duration timeout = std::chrono::seconds(60);
  std::size_t max_body_bytes = std::size_t{256} << 20;  // more is kInvalid
};

struct HttpResponse {
  int status = 0;
  std::string content_type = {};
  std::string body = {};
  Duration elapsed{0};  // whole exchange
  // Names in lower case, values without blanks around them; at most 64 KiB in all.
  std::vector<std::pair<std::string, std::string>> headers = {};

  // The first value of a header; empty: it was not sent.
  [[nodiscard]] std::string header(std::string_view name) const {
    for (const auto& [key, value] : headers)
      if (key == name) return value;
    return {};
  }
};

class HttpClient {
 public:
  virtual ~HttpClient() = default;
  // kUnavailable: no connection (the message names host and port, never credentials); kTimeout;
  // kInvalid: body too large.
  virtual Result<HttpResponse> send(const HttpRequest& request) = 0;
};

}  // namespace joulemark
