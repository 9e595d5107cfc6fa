// Where a server is: base URL with any path prefix, and the parameters that every request carries.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"

namespace joulemark {

using Parameters = std::vector<std::pair<std::string, std::string>>;

struct Endpoint {
  std::string base;  // scheme://[user:password@]host[:port][/prefix], no '/' at the end
  Parameters parameters;

  // Without user, password and parameters: the only form that messages and reports show.
  [[nodiscard]] std::string redacted() const;
  // The server is on this machine, by its name or address.
  [[nodiscard]] bool on_loopback() const;
};

// "http://host:9090", ".../prefix", ".../prefix/api/v1", "...?tenant=x". kInvalid says what is
// expected and never repeats credentials.
Result<Endpoint> parse_endpoint(std::string_view url);

// application/x-www-form-urlencoded
std::string encode_form(const Parameters& parameters);

}  // namespace joulemark
