// Where to listen, as people write it.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"

namespace joulemark {

struct ListenAddress {
  std::string host;  // "0.0.0.0": all interfaces
  int port = 0;      // 0: the system chooses
};

// ":11818", "127.0.0.1:0", "localhost:11818". kInvalid says what is expected; kUnsupported: IPv6 or
// a unix socket, which the installed server library cannot do.
Result<ListenAddress> parse_listen_address(std::string_view text);

}  // namespace joulemark
