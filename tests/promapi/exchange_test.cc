#include "promapi/exchange.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

constexpr std::string_view kUrl = "http://host:9090/api/v1/query";

struct Case {
  int status;
  const char* type;
  const char* body;
  ErrorCode code;
  const char* says;
};

QueryResult<Answer> judged(int status, const std::string& body,
                           const std::string& type = "application/json") {
  return judge(HttpResponse{.status = status, .content_type = type, .body = body}, kUrl);
}

TEST(Exchange, NamesUrlCauseAndRemedyOfEveryFailureOnOneLine) {
  const Case cases[] = {
      {200, "text/html", "<!DOCTYPE html><html>", ErrorCode::kInvalid,
       "login page or the wrong URL"},
      {200, "", "\n <html>", ErrorCode::kInvalid, "login page or the wrong URL"},
      {302, "text/html", "<a href=x>Found</a>", ErrorCode::kInvalid, "login page"},
      {302, "", "", ErrorCode::kInvalid, "redirects"},
      {400, "application/json",
       R"({"status":"error","errorType":"bad_data","error":"parse error: bad\nduration"})",
       ErrorCode::kInvalid, "bad_data: parse error: bad duration"},
      {401, "text/plain", "Unauthorized\n", ErrorCode::kPermission, "credentials"},
      {401, "text/html", "<html>", ErrorCode::kPermission, "credentials"},
      {403, "", "", ErrorCode::kPermission, "read access"},
      {404, "text/plain", "404 page not found\n", ErrorCode::kInvalid, "path prefix"},
      {405, "", "", ErrorCode::kInvalid, "POST"},
      {422, "application/json", R"({"status":"error","errorType":"execution","error":"x"})",
       ErrorCode::kUnsupported, "execution: x"},
      {429, "", "slow down", ErrorCode::kUnavailable, "try again"},
      {500, "", "", ErrorCode::kUnavailable, "server failed"},
      {502, "text/html", "<html>Bad Gateway", ErrorCode::kUnavailable, "server failed"},
      {503, "application/json",
       R"({"status":"error","errorType":"timeout","error":"query timed out in query execution"})",
       ErrorCode::kUnavailable, "query timed out"},
      {200, "application/json", R"({"status":"error","errorType":"internal","error":"e"})",
       ErrorCode::kUnavailable, "internal: e"},
      {200, "application/json", R"({"status":"succ)", ErrorCode::kInvalid, "ends in the middle"},
      {200, "application/json", "", ErrorCode::kInvalid, "ends in the middle"},
      {200, "application/json", "{\"status\":\"\xff\"}", ErrorCode::kInvalid, "UTF-8"},
  };
  for (const Case& one : cases) {
    const auto answer = judged(one.status, one.body, one.type);
    ASSERT_FALSE(answer) << one.status << one.body;
    const std::string& message = answer.error().error.message;
    EXPECT_EQ(answer.error().error.code, one.code) << message;
    EXPECT_EQ(message.find(kUrl), 0U) << message;
    EXPECT_NE(message.find(one.says), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST(Exchange, NeverPassesDataWithWarningsOrPartOfTheData) {
  for (const auto* extra : {R"("warnings":["store x is down"])", R"("isPartial":true)"}) {
    const auto answer = judged(200, R"({"status":"success",)" + std::string(extra) +
                                        R"(,"data":{"resultType":"matrix","result":[]}})");
    ASSERT_FALSE(answer) << extra;
    EXPECT_EQ(answer.error().error.message.find("SERVER_PARTIAL: http://host:9090"), 0U);
  }
}

TEST(Exchange, PassesInfosAndFalsePartiality) {
  EXPECT_TRUE(judged(
      200, R"({"status":"success","isPartial":false,"warnings":[],"infos":["maybe no counter"],)"
           R"("data":{"resultType":"matrix","result":[]}})"));
}

TEST(Exchange, KnowsLimitsThatASmallerQueryMayMeet) {
  for (const auto* text :
       {"query processing would load too many samples into memory in query execution",
        "the query time range exceeds the limit (query length: 744h, limit: 721h)",
        "cannot select more than -search.maxSamplesPerQuery=1000000000 samples"})
    EXPECT_TRUE(judged(422, R"({"status":"error","errorType":"execution","error":")" +
                                std::string(text) + "\"}")
                    .error()
                    .too_large)
        << text;
  EXPECT_FALSE(judged(422, R"({"status":"error","errorType":"422","error":"cannot parse"})")
                   .error()
                   .too_large);
  EXPECT_FALSE(judged(400, R"({"status":"error","errorType":"bad_data","error":"limit"})")
                   .error()
                   .too_large);
}

TEST(Exchange, CutsAndCleansTheTextOfTheServer) {
  const auto answer = judged(500, std::string(10'000, 'x') + "\x1b[31m");
  ASSERT_FALSE(answer);
  EXPECT_LT(answer.error().error.message.size(), 500U);
  const auto escape = judged(500, "\x1b[31mred\x07");
  EXPECT_EQ(escape.error().error.message.find('\x1b'), std::string::npos);
}

TEST(Exchange, SaysWhatToDoAboutADeadOrSilentServer) {
  const auto dead = judge(Error{ErrorCode::kUnavailable, "host:9090: refused"}, kUrl);
  EXPECT_NE(dead.error.message.find("is the server running"), std::string::npos);
  EXPECT_FALSE(dead.too_large);
  const auto silent = judge(Error{ErrorCode::kTimeout, "host:9090: no answer"}, kUrl);
  EXPECT_NE(silent.error.message.find("too slow"), std::string::npos);
  EXPECT_TRUE(judge(Error{ErrorCode::kInvalid, "answer longer than 5 bytes"}, kUrl).too_large);
}

}  // namespace
}  // namespace joulemark
