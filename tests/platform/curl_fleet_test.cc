#include "platform/curl_fleet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/fakes/loopback_server.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::SizeIs;

MonotonicTime in(Duration time) { return std::chrono::steady_clock::now() + time; }

HttpRequest get(const LoopbackServer& server, const std::string& path = "/") {
  HttpRequest request;
  request.url = server.url() + path;
  request.timeout = 5s;
  return request;
}

TEST(CurlFleet, AnswersComeFromWhoWasAskedWithTheirHeaders) {
  LoopbackServer a([](const auto&) {
    return LoopbackReply{.body = "a", .headers = {{"X-Auth-Token", " tok "}, {"Retry-After", "3"}}};
  });
  LoopbackServer b([](const auto&) { return LoopbackReply{.body = "b"}; });
  CurlFleet fleet(std::vector<HttpOptions>(2));
  fleet.start(0, get(a));
  fleet.start(1, get(b));
  std::map<std::size_t, HttpResponse> answers;
  while (answers.size() < 2)
    for (auto& answer : fleet.wait(in(5s))) answers[answer.server] = answer.response.value();
  EXPECT_EQ(answers[0].body, "a");
  EXPECT_EQ(answers[1].body, "b");
  EXPECT_EQ(answers[0].header("x-auth-token"), "tok");
  EXPECT_EQ(answers[0].header("retry-after"), "3");
  EXPECT_EQ(answers[1].header("x-auth-token"), "");
}

TEST(CurlFleet, OneThatHangsHoldsUpNoOther) {
  LoopbackServer slow([](const auto&) { return LoopbackReply{.delay = 3s}; });
  LoopbackServer quick([](const auto&) { return LoopbackReply{.body = "b"}; });
  CurlFleet fleet(std::vector<HttpOptions>(2));
  HttpRequest limited = get(slow);
  limited.timeout = 1s;
  fleet.start(0, limited);
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 5; ++i) {
    fleet.start(1, get(quick));
    const auto answers = fleet.wait(in(5s));
    ASSERT_THAT(answers, SizeIs(1));
    EXPECT_EQ(answers[0].server, 1U);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 900ms);
  const auto late = fleet.wait(in(5s));
  ASSERT_THAT(late, SizeIs(1));
  EXPECT_EQ(late[0].response.error().code, ErrorCode::kTimeout);
}

TEST(CurlFleet, WaitsNoLongerThanItIsTold) {
  CurlFleet fleet(std::vector<HttpOptions>(1));
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(fleet.wait(in(50ms)), SizeIs(0));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 50ms);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 1s);
}

TEST(CurlFleet, WhatCannotBeSentIsAnAnswerToo) {
  CurlFleet fleet(std::vector<HttpOptions>(1));
  HttpRequest request;
  request.url = "ftp//nothing";
  fleet.start(0, request);
  const auto answers = fleet.wait(in(1s));
  ASSERT_THAT(answers, SizeIs(1));
  EXPECT_FALSE(answers[0].response);
}

// Cisco's CIMC leaves a line end behind its answers: the connection is given up, the service is
// only asked again.
TEST(CurlFleet, BytesLeftOnAKeptConnectionAreTransient) {
  int count = 0;
  LoopbackServer stray([&](const auto&) {
    return ++count == 1 ? LoopbackReply{.raw = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}\nxx"}
                        : LoopbackReply{.body = "{}"};
  });
  CurlFleet fleet(std::vector<HttpOptions>(1));
  for (int i = 0; i < 3; ++i) {
    fleet.start(0, get(stray));
    const auto answers = fleet.wait(in(5s));
    ASSERT_THAT(answers, SizeIs(1));
    if (!answers[0].response)
      EXPECT_EQ(answers[0].response.error().code, ErrorCode::kUnavailable);
    else
      EXPECT_EQ(answers[0].response->body, "{}");
  }
}

TEST(CurlFleet, LeavesWhileAnExchangeIsInFlight) {
  LoopbackServer slow([](const auto&) { return LoopbackReply{.delay = 2s}; });
  const auto begin = std::chrono::steady_clock::now();
  {
    CurlFleet fleet(std::vector<HttpOptions>(1));
    fleet.start(0, get(slow));
    EXPECT_THAT(fleet.wait(in(20ms)), SizeIs(0));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 1s);
}

TEST(CurlFleet, TakesServersThatAreAddedWhileOthersAreAsked) {
  LoopbackServer a([](const auto&) { return LoopbackReply{.body = "a", .delay = 200ms}; });
  LoopbackServer b([](const auto&) { return LoopbackReply{.body = "b"}; });
  CurlFleet fleet(std::vector<HttpOptions>(1));
  fleet.start(0, get(a));
  ASSERT_EQ(fleet.add({}), 1U);
  fleet.start(1, get(b));
  std::map<std::size_t, std::string> bodies;
  while (bodies.size() < 2)
    for (auto& answer : fleet.wait(in(5s))) bodies[answer.server] = answer.response.value().body;
  EXPECT_EQ(bodies[0], "a");
  EXPECT_EQ(bodies[1], "b");
}

}  // namespace
}  // namespace joulemark
