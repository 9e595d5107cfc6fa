// What the server answers, without sockets: exact paths, GET and HEAD or POST.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace joulemark {

struct WebAnswer {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::string body;
  std::string allow;  // with 405
};

// Handlers are called by any thread of the server, several at once.
struct Route {
  std::string path;
  std::function<WebAnswer()> get;  // also HEAD
  std::function<WebAnswer()> post;
};

// 404 for a path that is not exactly one of the routes, 405 for another method, 500 if the handler
// throws.
WebAnswer answer(const std::vector<Route>& routes, std::string_view method, std::string_view path);

// The bytes to send. HEAD has the headers of GET and no body.
std::string http_message(WebAnswer answer, std::string_view method,
                         std::string_view accept_encoding);

}  // namespace joulemark
