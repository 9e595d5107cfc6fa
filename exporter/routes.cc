#include "exporter/routes.h"

#include <algorithm>
#include <exception>

#include "exporter/gzip.h"
#include "platform/logging.h"

namespace joulemark {
namespace {

constexpr std::size_t kWorthCompressing = 1024;

WebAnswer plain(int status, std::string body) {
  return {.status = status, .body = std::move(body), .allow = {}};
}

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 503:
      return "Service Unavailable";
    default:
      return "Internal Server Error";
  }
}

WebAnswer call(const std::function<WebAnswer()>& handler) {
  try {
    return handler();
  } catch (const std::exception& e) {
    log_error(std::string("web: ") + e.what());
  }
  return plain(500, "internal error\n");
}

void append_header(std::string& out, std::string_view name, std::string_view value) {
  out += name;
  out += ": ";
  out += value;
  out += "\r\n";
}

}  // namespace

WebAnswer answer(const std::vector<Route>& routes, std::string_view method, std::string_view path) {
  const auto route = std::ranges::find(routes, path, &Route::path);
  if (route == routes.end()) return plain(404, "not found\n");
  const bool get = method == "GET" || method == "HEAD";
  if (get && route->get) return call(route->get);
  if (method == "POST" && route->post) return call(route->post);
  WebAnswer refused = plain(405, "method not allowed\n");
  refused.allow = route->get ? route->post ? "GET, HEAD, POST" : "GET, HEAD" : "POST";
  return refused;
}

std::string http_message(WebAnswer answer, std::string_view method,
                         std::string_view accept_encoding) {
  std::string out = "HTTP/1.1 " + std::to_string(answer.status) + " ";
  out += reason_of(answer.status);
  out += "\r\n";
  append_header(out, "Content-Type", answer.content_type);
  append_header(out, "Vary", "Accept-Encoding");
  if (!answer.allow.empty()) append_header(out, "Allow", answer.allow);
  if (answer.body.size() >= kWorthCompressing && accepts_gzip(accept_encoding)) {
    if (std::string small = gzip(answer.body); !small.empty()) {
      append_header(out, "Content-Encoding", "gzip");
      answer.body = std::move(small);
    }
  }
  append_header(out, "Content-Length", std::to_string(answer.body.size()));
  append_header(out, "X-Content-Type-Options", "nosniff");
  append_header(out, "Connection", "close");
  out += "\r\n";
  if (method != "HEAD") out += answer.body;
  return out;
}

}  // namespace joulemark
