#include "exporter/routes.h"

#include <algorithm>
#include <exception>

#include "exporter/gzip.h"
#include "platform/logging.h"

namespace joulemark {
namespace {

constexpr std::size_t kWorthCompressing = 1024;

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 409:
      return "Conflict";
    case 503:
      return "Service Unavailable";
    default:
      return "Internal Server Error";
  }
}

template <class Handler>
WebAnswer call(const Handler& handler) {
  try {
    return handler();
  } catch (const std::exception& e) {
    log_error(std::string("web: ") + e.what());
  }
  return plain_text("internal error\n", 500);
}

void append_header(std::string& out, std::string_view name, std::string_view value) {
  out += name;
  out += ": ";
  out += value;
  out += "\r\n";
}

}  // namespace

WebAnswer plain_text(std::string body, int status) {
  return {status,
          "text/plain; charset=utf-8",
          std::make_shared<const std::string>(std::move(body)),
          {}};
}

WebAnswer answer(const std::vector<Route>& routes, std::string_view method, std::string_view path,
                 std::string_view query) {
  const auto route = std::ranges::find(routes, path, &Route::path);
  if (route == routes.end()) return plain_text("not found\n", 404);
  const bool get = method == "GET" || method == "HEAD";
  if (get && route->get) return call(route->get);
  if (method == "POST" && route->post) return call([&] { return route->post(query); });
  WebAnswer refused = plain_text("method not allowed\n", 405);
  refused.allow = route->get ? route->post ? "GET, HEAD, POST" : "GET, HEAD" : "POST";
  return refused;
}

WebMessage http_message(const WebAnswer& answer, std::string_view method,
                        std::string_view accept_encoding) {
  WebMessage out{"HTTP/1.1 " + std::to_string(answer.status) + " ", answer.body};
  out.head += reason_of(answer.status);
  out.head += "\r\n";
  append_header(out.head, "Content-Type", answer.content_type);
  append_header(out.head, "Vary", "Accept-Encoding");
  if (!answer.allow.empty()) append_header(out.head, "Allow", answer.allow);
  if (answer.body->size() >= kWorthCompressing && accepts_gzip(accept_encoding)) {
    if (std::string small = gzip(*answer.body); !small.empty()) {
      append_header(out.head, "Content-Encoding", "gzip");
      out.body = std::make_shared<const std::string>(std::move(small));
    }
  }
  append_header(out.head, "Content-Length", std::to_string(out.body->size()));
  append_header(out.head, "X-Content-Type-Options", "nosniff");
  append_header(out.head, "Connection", "close");
  out.head += "\r\n";
  if (method == "HEAD") out.body.reset();
  return out;
}

}  // namespace joulemark
