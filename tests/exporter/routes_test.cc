#include "exporter/routes.h"

#include <gmock/gmock.h>

#include <stdexcept>

namespace joulemark {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<Route> some_routes() {
  const auto say = [](const std::string& text) { return [text] { return plain_text(text); }; };
  return {{"/", say("home"), {}},
          {"/metrics", say(std::string(5000, 'm')), {}},
          {"/-/reload",
           {},
           [](std::string_view query) { return plain_text("reloaded" + std::string(query)); }},
          {"/boom", []() -> WebAnswer { throw std::runtime_error("boom"); }, {}}};
}

TEST(Routes, AnswersExactPathsOnly) {
  const auto routes = some_routes();
  EXPECT_EQ(*answer(routes, "GET", "/").body, "home");
  EXPECT_EQ(answer(routes, "GET", "/metrics").status, 200);
  for (const char* path :
       {"/metrics/", "/metrics/foo", "/metricsfoo", "//", "/Metrics", "", "metrics"})
    EXPECT_EQ(answer(routes, "GET", path).status, 404) << path;
}

TEST(Routes, RefusesOtherMethodsAndNamesTheRightOnes) {
  const auto routes = some_routes();
  EXPECT_EQ(answer(routes, "POST", "/metrics").status, 405);
  EXPECT_EQ(answer(routes, "POST", "/metrics").allow, "GET, HEAD");
  EXPECT_EQ(answer(routes, "DELETE", "/metrics").status, 405);
  EXPECT_EQ(answer(routes, "GET", "/-/reload").allow, "POST");
  EXPECT_EQ(answer(routes, "POST", "/-/reload").status, 200);
  EXPECT_EQ(*answer(routes, "POST", "/-/reload", "a=1").body, "reloadeda=1");
}

TEST(Routes, TurnsAnExceptionIntoStatus500) {
  EXPECT_EQ(answer(some_routes(), "GET", "/boom").status, 500);
}

TEST(HttpMessage, HeadHasTheHeadOfGetAndNoBody) {
  const auto routes = some_routes();
  const WebMessage get = http_message(answer(routes, "GET", "/metrics"), "GET", "");
  const WebMessage head = http_message(answer(routes, "HEAD", "/metrics"), "HEAD", "");
  EXPECT_EQ(get.head, head.head);
  EXPECT_EQ(*get.body, std::string(5000, 'm'));
  EXPECT_EQ(head.body, nullptr);
  EXPECT_THAT(head.head, HasSubstr("Content-Length: 5000\r\n"));
  EXPECT_THAT(head.head, HasSubstr("Connection: close\r\n"));
}

TEST(HttpMessage, CompressesOnRequestAndNeverAgainstTheClientsWord) {
  const auto routes = some_routes();
  const auto message = [&](const char* accept) {
    return http_message(answer(routes, "GET", "/metrics"), "GET", accept);
  };
  EXPECT_THAT(message("gzip").head, HasSubstr("Content-Encoding: gzip"));
  EXPECT_LT(message("gzip").body->size(), 1000U);
  EXPECT_THAT(message("gzip;q=0").head, Not(HasSubstr("Content-Encoding")));
}

}  // namespace
}  // namespace joulemark
