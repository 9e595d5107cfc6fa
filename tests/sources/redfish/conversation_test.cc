// The rules of politeness, against a service that is a function.
#include "sources/redfish/client/conversation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sources/redfish/client/discovery.h"

namespace joulemark::redfish {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

using Headers = std::vector<std::pair<std::string, std::string>>;

HttpResponse reply(int status, std::string body = "{}", Headers headers = {}) {
  return {.status = status,
          .content_type = "application/json",
          .body = std::move(body),
          .elapsed = 5ms,
          .headers = std::move(headers)};
}

std::string header_of(const HttpRequest& request, const std::string& name) {
  for (const auto& [key, value] : request.headers)
    if (key == name) return value;
  return {};
}

class RedfishConversation : public ::testing::Test {
 protected:
  using Service = std::function<Result<HttpResponse>(const HttpRequest&)>;

  static ConversationOptions options(Authentication how = Authentication::kAuto) {
    return {.base_url = "https://bmc",
            .username = "monitor",
            .password = "s3cret",
            .authentication = how};
  }
  // Sends until the conversation is idle; waits cost no time.
  void run(Conversation& conversation, const Service& service) {
    for (int i = 0; i < 100 && !conversation.idle(); ++i) {
      const auto request = conversation.next(now);
      if (!request) {
        now = std::max(now + 1ms, conversation.wake());
        continue;
      }
      EXPECT_FALSE(conversation.next(now)) << "two requests in flight";
      log.push_back(request->method + " " + request->url.substr(std::string("https://bmc").size()));
      requests.push_back(*request);
      conversation.answer(service(*request), now);
    }
    EXPECT_TRUE(conversation.idle());
  }

  MonotonicTime now{1h};
  std::vector<std::string> log;
  std::vector<HttpRequest> requests;
};

const Headers kSession{{"x-auth-token", "tok"},
                       {"location", "/redfish/v1/SessionService/Sessions/7"}};

TEST_F(RedfishConversation, OpensOneSessionAndClosesIt) {
  Conversation talk(options());
  for (const char* path : {"/redfish/v1", "/redfish/v1/Chassis", "/redfish/v1/Chassis/1"})
    talk.want(path);
  run(talk, [](const HttpRequest& request) {
    return request.method == "POST" ? reply(201, "{}", kSession) : reply(200);
  });
  EXPECT_THAT(log, ElementsAre("GET /redfish/v1", "POST /redfish/v1/SessionService/Sessions",
                               "GET /redfish/v1/Chassis", "GET /redfish/v1/Chassis/1"));
  EXPECT_EQ(header_of(requests[0], "Authorization"), "");  // the root is for everyone
  EXPECT_EQ(header_of(requests[2], "X-Auth-Token"), "tok");
  EXPECT_EQ(header_of(requests[2], "Authorization"), "");
  EXPECT_THAT(requests[1].body, HasSubstr("monitor"));
  EXPECT_STREQ(talk.authentication(), "session");
  const auto leave = talk.logout();
  ASSERT_TRUE(leave);
  EXPECT_EQ(leave->method, "DELETE");
  EXPECT_EQ(leave->url, "https://bmc/redfish/v1/SessionService/Sessions/7");
  EXPECT_EQ(header_of(*leave, "X-Auth-Token"), "tok");
  EXPECT_FALSE(talk.logout());
}

TEST_F(RedfishConversation, SessionsArePostedWhereTheRootSaysAndThenWhereOldServicesHaveThem) {
  Conversation talk(options());
  talk.want("/redfish/v1");
  talk.want("/redfish/v1/Chassis");
  run(talk, [](const HttpRequest& request) {
    if (request.url.ends_with("/odd/Sessions")) return reply(405);
    if (request.method == "POST")
      return reply(201, R"({"@odata.id": "/redfish/v1/Sessions/3"})", {{"x-auth-token", "t"}});
    return reply(200, R"({"Links": {"Sessions": {"@odata.id": "/redfish/v1/odd/Sessions"}}})");
  });
  EXPECT_THAT(log, ElementsAre("GET /redfish/v1", "POST /redfish/v1/odd/Sessions",
                               "POST /redfish/v1/Sessions", "GET /redfish/v1/Chassis"));
  EXPECT_EQ(talk.logout()->url, "https://bmc/redfish/v1/Sessions/3");
}

TEST_F(RedfishConversation, BasicServesWhenNoSessionIsLeftForTenMinutes) {
  Conversation talk(options());
  talk.want("/redfish/v1/Chassis");
  const Service full = [](const HttpRequest& request) {
    return request.method == "POST" ? reply(503, R"({"error": {"message": "RAC0218: sessions"}})")
                                    : reply(200);
  };
  run(talk, full);
  EXPECT_THAT(log,
              ElementsAre("POST /redfish/v1/SessionService/Sessions", "GET /redfish/v1/Chassis"));
  EXPECT_EQ(header_of(requests[1], "Authorization"), "Basic bW9uaXRvcjpzM2NyZXQ=");
  EXPECT_STREQ(talk.authentication(), "basic");
  now += 5min;
  talk.want("/redfish/v1/Chassis");
  run(talk, full);
  EXPECT_EQ(log.back(), "GET /redfish/v1/Chassis");
  EXPECT_EQ(log.size(), 3U);
  now += 6min;
  talk.want("/redfish/v1/Chassis");
  run(talk, full);
  EXPECT_EQ(log[3], "POST /redfish/v1/SessionService/Sessions");
}

TEST_F(RedfishConversation, ALostSessionIsOpenedAgainOnceAndNotInAStorm) {
  Conversation talk(options());
  int logins = 0;
  const Service forgetful = [&](const HttpRequest& request) {
    if (request.method == "POST")
      return reply(
          201, "{}",
          {{"x-auth-token", "t" + std::to_string(++logins)}, {"location", "/redfish/v1/S/1"}});
    return reply(header_of(request, "X-Auth-Token") == "t2" ? 200 : 401);
  };
  now += 1h;
  talk.want("/redfish/v1/a");
  run(talk, [&](const HttpRequest& request) {
    return request.method == "POST" ? forgetful(request) : reply(200);
  });
  now += 5min;
  talk.want("/redfish/v1/b");
  run(talk, forgetful);
  EXPECT_EQ(logins, 2);
  while (talk.take()) {
  }
  // Never accepted: one more login at most, then it is said.
  talk.want("/redfish/v1/c");
  run(talk, [&](const HttpRequest& request) {
    return request.method == "POST" ? forgetful(request) : reply(401);
  });
  const auto fetched = talk.take();
  EXPECT_EQ(fetched->document.error().code, ErrorCode::kPermission);
  EXPECT_LE(logins, 3);
}

TEST_F(RedfishConversation, ForbiddenIsFinalAndNoReasonToLogIn) {
  Conversation talk(options());
  talk.want("/redfish/v1/a");
  talk.want("/redfish/v1/b");
  run(talk, [](const HttpRequest& request) {
    return request.method == "POST" ? reply(201, "{}", kSession) : reply(403);
  });
  EXPECT_EQ(log.size(), 3U);
  EXPECT_THAT(talk.take()->document.error().message, HasSubstr("licence"));
}

TEST_F(RedfishConversation, BusyServicesAreAskedAgainLaterAndNotForEver) {
  Conversation talk(options(Authentication::kBasic));
  talk.want("/redfish/v1/a");
  const MonotonicTime begin = now;
  int count = 0;
  run(talk, [&](const HttpRequest&) { return ++count < 3 ? reply(503) : reply(200); });
  EXPECT_TRUE(talk.take()->document);
  EXPECT_GE(now - begin, 3s);  // 1 s, then 2 s
  talk.want("/redfish/v1/b");
  run(talk, [](const HttpRequest&) { return fail(ErrorCode::kTimeout, "no answer"); });
  EXPECT_EQ(talk.take()->document.error().code, ErrorCode::kTimeout);
  EXPECT_EQ(requests.size(), 3U + 4U);
}

TEST_F(RedfishConversation, RetryAfterIsObeyedWithinReason) {
  for (const auto& [text, least, most] :
       {std::tuple{"120", 120s, 121s}, std::tuple{"99999999", 600s, 601s},
        std::tuple{"soon", 1s, 2s}}) {
    Conversation talk(options(Authentication::kBasic));
    talk.want("/redfish/v1/a");
    const MonotonicTime begin = now;
    int count = 0;
    run(talk, [&, header = text](const HttpRequest&) {
      return ++count == 1 ? reply(429, "{}", {{"retry-after", header}}) : reply(200);
    });
    EXPECT_GE(now - begin, least) << text;
    EXPECT_LE(now - begin, most) << text;
  }
}

TEST_F(RedfishConversation, RedirectsStayWithinTheService) {
  Conversation talk(options(Authentication::kBasic));
  talk.want("/redfish/v1/a");
  run(talk, [](const HttpRequest& request) {
    if (request.url.ends_with("/a"))
      return reply(301, "", {{"location", "https://bmc/redfish/v1/a/"}});
    return reply(200, R"({"Id": "a"})");
  });
  EXPECT_THAT(log, ElementsAre("GET /redfish/v1/a", "GET /redfish/v1/a/"));
  EXPECT_TRUE(talk.take()->document);
  for (const char* away :
       {"https://attacker.invalid/redfish/v1/a", "//attacker.invalid/redfish/v1/a",
        "http://bmc/redfish/v1/a", "https://bmc:8443/redfish/v1/a",
        "https://bmc.attacker.invalid/redfish/v1", "/etc/passwd", ""}) {
    log.clear();
    talk.want("/redfish/v1/a");
    run(talk, [&](const HttpRequest&) { return reply(302, "", {{"location", away}}); });
    EXPECT_EQ(log.size(), 1U) << away;
    EXPECT_FALSE(talk.take()->document) << away;
  }
  log.clear();
  talk.want("/redfish/v1/a");
  run(talk, [](const HttpRequest&) { return reply(302, "", {{"location", "/redfish/v1/a"}}); });
  EXPECT_LE(log.size(), 4U);  // a circle
}

TEST_F(RedfishConversation, ALoginThatIsRedirectedIsPostedAgain) {
  Conversation talk(options());
  talk.want("/redfish/v1/a");
  run(talk, [](const HttpRequest& request) {
    if (request.method != "POST") return reply(200);
    if (!request.url.ends_with("/"))
      return reply(308, "", {{"location", "/redfish/v1/SessionService/Sessions/"}});
    return reply(201, "{}", kSession);
  });
  EXPECT_THAT(log, ElementsAre("POST /redfish/v1/SessionService/Sessions",
                               "POST /redfish/v1/SessionService/Sessions/", "GET /redfish/v1/a"));
}

TEST_F(RedfishConversation, ExpansionThatIsRefusedIsLeftOut) {
  Conversation talk(options(Authentication::kBasic));
  talk.want("/redfish/v1/Chassis/1/Sensors", true);
  run(talk, [](const HttpRequest& request) {
    return reply(request.url.find('?') == std::string::npos ? 200 : 400);
  });
  EXPECT_THAT(log, ElementsAre("GET /redfish/v1/Chassis/1/Sensors?$expand=.($levels=1)",
                               "GET /redfish/v1/Chassis/1/Sensors"));
}

TEST_F(RedfishConversation, MembersThatComeWithoutANameAreAskedForByOne) {
  Conversation talk(options(Authentication::kBasic));
  talk.want("/redfish/v1/Chassis", true);
  run(talk, [](const HttpRequest& request) {
    return request.url.find('?') == std::string::npos
               ? reply(200, R"({"Members": [{"@odata.id": "/redfish/v1/Chassis/1"}]})")
               : reply(200, R"({"Members": [{"Id": "1", "Power": {}}]})");
  });
  EXPECT_EQ(log.size(), 2U);
  EXPECT_TRUE(talk.take()->document->body["Members"][0].contains("@odata.id"));
}

// An account must not be locked: not by a walk of hundreds of resources, not by reading each
// second.
TEST_F(RedfishConversation, CredentialsThatAreRefusedAreTriedAgainAfterTenMinutesOnly) {
  for (const auto how : {Authentication::kAuto, Authentication::kSession, Authentication::kBasic}) {
    Conversation talk(options(how));
    log.clear();
    const MonotonicTime begin = now;
    const auto ask = [&](int times, const Service& service) {
      for (int i = 0; i < times; ++i) talk.want("/redfish/v1/" + std::to_string(i));
      run(talk, service);
    };
    const auto refuse = [](const HttpRequest&) { return reply(401); };
    ask(300, refuse);
    EXPECT_EQ(log.size(), 1U);
    EXPECT_LT(now - begin, 1min) << "nobody waits for what is known";
    int refused = 0;
    while (const auto fetched = talk.take())
      refused += fetched->document.error().code == ErrorCode::kPermission ? 1 : 0;
    EXPECT_EQ(refused, 300);
    for (; now < begin + 30min; now += 1s) ask(1, refuse);
    EXPECT_EQ(log.size(), 3U);
    now += 10min;
    while (talk.take()) {
    }
    ask(1, [](const HttpRequest& request) {
      return request.method == "POST" ? reply(201, "{}", kSession) : reply(200);
    });
    EXPECT_TRUE(talk.take()->document) << "they are good again";
  }
}

// Where the running service begins to refuse them, with or without a session.
TEST_F(RedfishConversation, CredentialsThatWereGoodAreTriedAFewTimes) {
  for (const auto how : {Authentication::kAuto, Authentication::kBasic}) {
    Conversation talk(options(how));
    talk.want("/redfish/v1/a");
    run(talk, [](const HttpRequest& request) {
      return request.method == "POST" ? reply(201, "{}", kSession) : reply(200);
    });
    log.clear();
    requests.clear();
    for (const MonotonicTime end = now + 9min; now < end; now += 1s) {
      talk.want("/redfish/v1/a");
      run(talk, [](const HttpRequest&) { return reply(401); });
    }
    const auto with_password = [](const HttpRequest& request) {
      return request.method == "POST" || !header_of(request, "Authorization").empty();
    };
    EXPECT_LE(std::count_if(requests.begin(), requests.end(), with_password), 3);
  }
}

// Some services answer 401 where others say 403.
TEST_F(RedfishConversation, OneResourceThatIsRefusedIsNoRefusalOfTheCredentials) {
  Conversation talk(options(Authentication::kBasic));
  for (const char* path : {"/redfish/v1/a", "/redfish/v1/b", "/redfish/v1/c"}) talk.want(path);
  run(talk,
      [](const HttpRequest& request) { return reply(request.url.ends_with("/b") ? 401 : 200); });
  EXPECT_TRUE(talk.take()->document);
  EXPECT_FALSE(talk.take()->document);
  EXPECT_TRUE(talk.take()->document);
}

TEST_F(RedfishConversation, ErrorsNeverHoldThePassword) {
  Conversation talk(options(Authentication::kSession));
  talk.want("/redfish/v1/a");
  run(talk, [](const HttpRequest&) { return reply(401, R"({"error": {"message": "no"}})"); });
  const auto fetched = talk.take();
  EXPECT_EQ(fetched->document.error().code, ErrorCode::kPermission);
  EXPECT_THAT(fetched->document.error().message, Not(HasSubstr("s3cret")));
}

TEST_F(RedfishConversation, WhatIsNoJsonSaysWhatItWas) {
  Conversation talk(options(Authentication::kBasic));
  talk.want("/redfish/v1/a");
  run(talk, [](const HttpRequest&) {
    HttpResponse page = reply(200, "<html>not found</html>");
    page.content_type = "text/html";
    return page;
  });
  EXPECT_THAT(talk.take()->document.error().message, HasSubstr("text/html, 22 bytes"));
}

TEST_F(RedfishConversation, WithoutAUserNothingIsSentThatNamesOne) {
  ConversationOptions anonymous = options();
  anonymous.username.clear();
  Conversation talk(anonymous);
  talk.want("/redfish/v1/a");
  run(talk, [](const HttpRequest&) { return reply(200); });
  EXPECT_EQ(header_of(requests[0], "Authorization"), "");
  EXPECT_EQ(header_of(requests[0], "OData-Version"), "4.0");
}

TEST_F(RedfishConversation, ADiscoveryThatGetsNoRootEndsWithTheReason) {
  Conversation talk(options());
  Discovery discovery(talk);
  while (!discovery.advance())
    run(talk, [](const HttpRequest&) { return fail(ErrorCode::kUnavailable, "no route"); });
  ASSERT_TRUE(discovery.error());
  EXPECT_EQ(discovery.error()->message, "no route");
}

}  // namespace
}  // namespace joulemark::redfish
