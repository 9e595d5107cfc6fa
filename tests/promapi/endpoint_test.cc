#include "promapi/endpoint.h"

#include <gtest/gtest.h>

namespace joulemark {
namespace {

TEST(Endpoint, KeepsThePrefixAndDropsTheApiPath) {
  for (const auto* url : {"http://h:9090/prom", "http://h:9090/prom/", "http://h:9090/prom/api/v1",
                          "http://h:9090/prom/api/v1/"}) {
    const auto endpoint = parse_endpoint(url);
    ASSERT_TRUE(endpoint) << url;
    EXPECT_EQ(endpoint->base, "http://h:9090/prom") << url;
  }
}

TEST(Endpoint, TakesParametersFromTheUrl) {
  const auto endpoint = parse_endpoint("https://h/x?tenant=a%20b&token=s3cret#top");
  ASSERT_TRUE(endpoint);
  EXPECT_EQ(endpoint->base, "https://h/x");
  EXPECT_EQ(endpoint->parameters, (Parameters{{"tenant", "a b"}, {"token", "s3cret"}}));
}

TEST(Endpoint, ShowsNeitherUserNorPasswordNorParameters) {
  const auto endpoint = parse_endpoint("https://me:pa@ss@host:1/p?key=1");
  ASSERT_TRUE(endpoint);
  EXPECT_EQ(endpoint->redacted(), "https://host:1/p");
}

TEST(Endpoint, KnowsWhenTheServerIsOnThisMachine) {
  for (const auto* url :
       {"http://localhost:9090", "https://u:p@127.0.0.1/x", "http://[::1]:1", "http://localhost"})
    EXPECT_TRUE(parse_endpoint(url)->on_loopback()) << url;
  for (const auto* url : {"http://localhost.example:9090", "http://host/127.0.0.1",
                          "http://127.0.0.1@host:1", "http://10.127.0.1"})
    EXPECT_FALSE(parse_endpoint(url)->on_loopback()) << url;
}

TEST(Endpoint, RefusesWhatIsNoUrlAndDoesNotRepeatIt) {
  for (const auto* url : {"", "localhost:9090", "ftp://h", "http://", "http:///path", "http://u:p@",
                          "http://h h", "user:secret@host"}) {
    const auto endpoint = parse_endpoint(url);
    ASSERT_FALSE(endpoint) << url;
    EXPECT_NE(endpoint.error().message.find("http://host:9090"), std::string::npos);
    EXPECT_EQ(endpoint.error().message.find("secret"), std::string::npos);
  }
}

TEST(Endpoint, EncodesEveryByteThatIsNotPlain) {
  EXPECT_EQ(encode_form({{"query", "{a=\"b|c\"}[5ms]"}, {"t", "1.5"}}),
            "query=%7Ba%3D%22b%7Cc%22%7D%5B5ms%5D&t=1.5");
}

}  // namespace
}  // namespace joulemark
