// How to reach and to trust a server. Secrets are values here; the caller has read them from files
// (DESIGN 6). They never appear in an error.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/units.h"

namespace joulemark {

struct HttpOptions {
  std::string username = {}, password = {};  // basic authentication, if username is not empty
  std::string bearer_token = {};             // instead of it
  std::string ca_file = {};                  // instead of the system's authorities
  std::string client_certificate_file = {}, client_key_file = {};
  // "sha256//<base64>" of the server's public key: no other is talked to, whoever signed it; with
  // it, a certificate that no authority has signed is good enough.
  std::string pinned_public_key = {};
  bool insecure_skip_verify = false;
  bool accept_gzip = true;
  std::string user_agent = "joulemark";
  Duration connect_timeout = std::chrono::seconds(10);  // and never longer than the request's
  std::vector<std::pair<std::string, std::string>> headers = {};  // sent with every request
};

}  // namespace joulemark
