// One service to be read, as the configuration names it (FORMATS 3).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/http_options.h"
#include "core/sensor.h"
#include "core/settings.h"

namespace joulemark::redfish {

struct Target {
  std::string url;   // "https://bmc-gpu0417", without a slash at its end
  std::string node;  // the machine that it measures; empty: the host of the URL
  std::string rack;
  std::string username, password_file;
  std::string ca_file;
  std::string pin_sha256;  // base64 of the SHA-256 of the server's public key
  bool insecure_skip_verify = false;
  Duration interval = std::chrono::seconds(1);
  std::optional<Boundary> boundary;  // overrides what the service says or the sums tell
  std::optional<Supply> supply;
  friend bool operator==(const Target&, const Target&) = default;
};

// How to reach it: no redirects, no credentials (the conversation has those), 3 s to connect.
HttpOptions http_options(const Target& target);
std::string host_of(const Target& target);

// The list at `targets:`. kInvalid with file, line and key: a URL that is none, that holds a
// password, a pin that is no SHA-256, a user without a password file, the same URL twice.
Result<std::vector<Target>> parse_targets(const Settings& list);

// "https://host", "https://host:8443" without a path; kInvalid else.
Result<std::string> checked_url(std::string url);

}  // namespace joulemark::redfish
