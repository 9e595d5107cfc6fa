// The world of a command, replaced by fakes in tests.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "core/clock.h"
#include "core/http.h"
#include "platform/curl_http.h"

namespace joulemark {

struct Services {
  const Clock& clock;
  std::ostream& out;
  std::ostream& err;
  bool progress = false;  // err is a terminal
  std::function<std::unique_ptr<HttpClient>(const HttpOptions&)> connect;
  std::function<std::optional<std::string>(const std::string&)> environment;
  std::string host;     // name of this machine
  std::string boot_id;  // of its kernel
};

// Exit status of every command (DESIGN 5).
enum ExitStatus : int { kComputed = 0, kFailed = 1, kBelowRequired = 2, kRefused = 3 };

// One line on err: "joulemark: message".
int complain(const Services& services, const std::string& message);

}  // namespace joulemark
