// An HTTP server as a configuration names it (FORMATS 3): where it is, who asks, what is trusted.
#pragma once

#include <string>

#include "core/files.h"
#include "core/http_options.h"
#include "core/result.h"
#include "core/settings.h"

namespace joulemark {

struct HttpTarget {
  std::string url;  // without a slash at its end
  std::string username, password_file;
  std::string ca_file;
  std::string pin_sha256;  // base64 of the SHA-256 of the server's public key
  bool insecure_skip_verify = false;
  friend bool operator==(const HttpTarget&, const HttpTarget&) = default;
};

enum class UrlPath { kNone, kAllowed };

// Makes the keys of a target known to `fields`; after its finish(), settle() completes them: the
// URL is checked, files are looked for beside the configuration.
void read_http_target(Fields& fields, HttpTarget& out);
Result<void> settle(const Settings& map, UrlPath path, HttpTarget& out);

// "https://host", "https://host:8443", with a path where that is allowed; kInvalid else, and for a
// URL that holds a user or a password.
Result<std::string> checked_url(std::string url, UrlPath path = UrlPath::kNone);

// How to reach it: no redirects, no credentials (whoever talks to it has those), 3 s to connect.
HttpOptions http_options(const HttpTarget& target);
// "bmc-17", "[::1]"
std::string host_of(const HttpTarget& target);
// What the password file says, without line ends; empty where none is named.
Result<std::string> password_of(const HttpTarget& target, const Files& files);

}  // namespace joulemark
