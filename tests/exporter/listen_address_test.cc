#include "exporter/listen_address.h"

#include <gmock/gmock.h>

namespace joulemark {
namespace {

using testing::HasSubstr;

TEST(ListenAddress, ReadsHostAndPort) {
  EXPECT_EQ(parse_listen_address(":11818")->host, "0.0.0.0");
  EXPECT_EQ(parse_listen_address(":11818")->port, 11818);
  EXPECT_EQ(parse_listen_address("127.0.0.1:0")->host, "127.0.0.1");
  EXPECT_EQ(parse_listen_address("localhost:80")->host, "localhost");
}

TEST(ListenAddress, SaysWhatTheLibraryCannotDo) {
  for (const char* address : {"[::]:11818", "[::1]:11818", "::1:80"}) {
    const auto parsed = parse_listen_address(address);
    ASSERT_FALSE(parsed) << address;
    EXPECT_EQ(parsed.error().code, ErrorCode::kUnsupported);
    EXPECT_THAT(parsed.error().message, HasSubstr("IPv6"));
  }
  EXPECT_THAT(parse_listen_address("unix:/run/x.sock").error().message, HasSubstr("unix sockets"));
}

TEST(ListenAddress, RefusesWhatIsNoPort) {
  for (const char* address :
       {"", "11818", "host", "127.0.0.1:", ":99999", ":-1", ":1951a", ":80,:81"})
    EXPECT_FALSE(parse_listen_address(address)) << address;
}

}  // namespace
}  // namespace joulemark
