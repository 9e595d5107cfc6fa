// What the server answers, without sockets: exact paths, GET and HEAD or POST.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace joulemark {

// A body that many answers share; never null in an answer.
using Body = std::shared_ptr<const std::string>;

struct WebAnswer {
  int status = 200;
  std::string content_type;
  Body body;
  std::string allow;  // with 405
};

WebAnswer plain_text(std::string body, int status = 200);

// Handlers are called by any thread of the server, several at once.
struct Route {
  std::string path;
  std::function<WebAnswer()> get;  // also HEAD
  std::function<WebAnswer(std::string_view query)> post;
};

// 404 for a path that is not exactly one of the routes, 405 for another method, 500 if the handler
// throws.
WebAnswer answer(const std::vector<Route>& routes, std::string_view method, std::string_view path,
                 std::string_view query = {});

// What is sent: head, then body, compressed if the client wants it. HEAD has the head of GET and no
// body.
struct WebMessage {
  std::string head;
  Body body;  // may be null
};
WebMessage http_message(const WebAnswer& answer, std::string_view method,
                        std::string_view accept_encoding);

}  // namespace joulemark
