#include "exporter/listen_address.h"

#include <charconv>

namespace joulemark {
namespace {

Result<int> parse_port(std::string_view text) {
  int port = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc{} || end != text.data() + text.size() || port < 0 || port > 65535)
    return fail(ErrorCode::kInvalid, "the port must be a number from 0 to 65535");
  return port;
}

}  // namespace

Result<ListenAddress> parse_listen_address(std::string_view text) {
  const std::string shown = "listen address '" + std::string(text) + "'";
  if (text.find('/') != std::string_view::npos || text.starts_with("unix:"))
    return fail(ErrorCode::kUnsupported,
                shown +
                    ": unix sockets are not supported by the installed civetweb; use an IPv4 "
                    "address such as 127.0.0.1:11818");
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos)
    return fail(ErrorCode::kInvalid, shown + ": expected host:port or :port, for example :11818");
  const std::string_view host = text.substr(0, colon);
  if (host.find_first_of(":[]") != std::string_view::npos)
    return fail(ErrorCode::kUnsupported,
                shown +
                    ": IPv6 is not supported by the installed civetweb; use an IPv4 address "
                    "such as 0.0.0.0:11818");
  const auto port = parse_port(text.substr(colon + 1));
  if (!port) return fail_in(shown, port.error());
  if (host.find_first_of(", +") != std::string_view::npos)
    return fail(ErrorCode::kInvalid, shown + ": not a host");
  return ListenAddress{host.empty() ? "0.0.0.0" : std::string(host), *port};
}

}  // namespace joulemark
