// A server in memory: the first rule whose text occurs in the URL answers; nothing matches: no
// connection. Every request is kept.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "core/http.h"

namespace joulemark {

class FakeHttp final : public HttpClient {
 public:
  // Always this answer where url_part occurs in the URL.
  void answer(std::string url_part, Result<HttpResponse> response) {
    rules_.push_back({std::move(url_part), std::move(response), true});
  }
  void answer(std::string url_part, int status, std::string body,
              std::string content_type = "application/json") {
    answer(std::move(url_part),
           HttpResponse{
               .status = status, .content_type = std::move(content_type), .body = std::move(body)});
  }
  // This answer once; before any rule that was added later.
  void answer_once(std::string url_part, Result<HttpResponse> response) {
    rules_.push_back({std::move(url_part), std::move(response), false});
  }

  Result<HttpResponse> send(const HttpRequest& request) override {
    requests.push_back(request);
    for (auto rule = rules_.begin(); rule != rules_.end(); ++rule) {
      if (request.url.find(rule->url_part) == std::string::npos) continue;
      auto response = rule->response;
      if (!rule->for_ever) rules_.erase(rule);
      return response;
    }
    return fail(ErrorCode::kUnavailable, "no connection to " + request.url);
  }

  std::vector<HttpRequest> requests;

 private:
  struct Rule {
    std::string url_part;
    Result<HttpResponse> response;
    bool for_ever = true;
  };
  std::deque<Rule> rules_;
};

}  // namespace joulemark
