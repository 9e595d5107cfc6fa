#include "promapi/endpoint.h"

#include <array>
#include <charconv>

namespace joulemark {
namespace {

constexpr std::string_view kApiPath = "/api/v1";

bool unreserved(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.' || c == '~';
}

std::string percent_encoded(std::string_view text) {
  static constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (unreserved(byte)) {
      out += c;
    } else {
      out += '%';
      out += kHex[byte >> 4U];
      out += kHex[byte & 15U];
    }
  }
  return out;
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned byte = 0;
    const char* first = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(first, first + 2, byte, 16).ptr == first + 2) {
      out += static_cast<char>(byte);
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

Parameters parse_form(std::string_view text) {
  Parameters out;
  while (!text.empty()) {
    const std::string_view pair = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(text.size(), pair.size() + 1));
    const auto equals = pair.find('=');
    if (pair.empty()) continue;
    out.emplace_back(percent_decoded(pair.substr(0, equals)),
                     equals == std::string_view::npos ? std::string{}
                                                      : percent_decoded(pair.substr(equals + 1)));
  }
  return out;
}

// Position after "http://" or "https://"; 0 if there is neither.
std::size_t authority_at(std::string_view url) {
  for (const std::string_view scheme : {"http://", "https://"})
    if (url.substr(0, scheme.size()) == scheme) return scheme.size();
  return 0;
}

void strip_end(std::string& text, std::string_view end) {
  if (text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0)
    text.resize(text.size() - end.size());
}

}  // namespace

std::string Endpoint::redacted() const {
  const std::size_t at = authority_at(base);
  const std::size_t path = std::min(base.find('/', at), base.size());
  const std::size_t user = base.rfind('@', path);
  if (user == std::string::npos || user < at) return base;
  return base.substr(0, at) + base.substr(user + 1);
}

bool Endpoint::on_loopback() const {
  const std::string shown = redacted();
  const std::string_view host = std::string_view(shown).substr(authority_at(shown));
  for (const std::string_view local : {"localhost", "127.", "[::1]"})
    if (host.starts_with(local) && (local == "127." || host.size() == local.size() ||
                                    host[local.size()] == ':' || host[local.size()] == '/'))
      return true;
  return false;
}

Result<Endpoint> parse_endpoint(std::string_view url) {
  const std::size_t at = authority_at(url);
  Endpoint out;
  const std::string_view plain = url.substr(0, url.find('#'));
  const auto query = plain.find('?');
  if (query != std::string_view::npos) out.parameters = parse_form(plain.substr(query + 1));
  out.base = std::string(plain.substr(0, query));
  while (out.base.size() > at && out.base.back() == '/') out.base.pop_back();
  strip_end(out.base, kApiPath);
  const std::string shown = out.redacted();
  if (at == 0 || shown.size() <= at || shown[at] == '/' ||
      shown.find_first_of(" \t\r\n") != std::string::npos)
    return fail(ErrorCode::kInvalid,
                "the server's URL must look like http://host:9090 or https://host/prefix");
  return out;
}

std::string encode_form(const Parameters& parameters) {
  std::string out;
  for (const auto& [name, value] : parameters)
    out += (out.empty() ? "" : "&") + percent_encoded(name) + "=" + percent_encoded(value);
  return out;
}

}  // namespace joulemark
