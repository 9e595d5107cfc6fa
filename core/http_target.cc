#include "core/http_target.h"

namespace joulemark {
namespace {

constexpr std::size_t kLongestPassword = 4096;
constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool is_pin(const std::string& pin) {
  return pin.empty() ||
         (pin.size() == 44 && pin.ends_with('=') && pin.find_first_not_of(kBase64) == 43);
}

// Of what follows "://".
bool is_place(std::string_view place, UrlPath path) {
  const std::string_view host = place.substr(0, place.find('/'));
  if (host.empty()) return false;
  if (path == UrlPath::kNone && host.size() != place.size()) return false;
  return place.find_first_of("?# \t\r\n\\") == place.npos;
}

}  // namespace

Result<std::string> checked_url(std::string url, UrlPath path) {
  while (url.ends_with('/')) url.pop_back();
  const std::size_t scheme = url.find("://");
  const std::string_view place =
      scheme == url.npos ? std::string_view() : std::string_view(url).substr(scheme + 3);
  if ((!url.starts_with("https://") && !url.starts_with("http://")) || !is_place(place, path))
    return fail(ErrorCode::kInvalid,
                path == UrlPath::kNone
                    ? "must be https://HOST or https://HOST:PORT, without a path"
                    : "must be http://HOST:PORT or https://HOST:PORT, with or without a path");
  if (place.find('@') != place.npos)
    return fail(ErrorCode::kInvalid, "holds a user or a password: use username and password_file");
  return url;
}

void read_http_target(Fields& fields, HttpTarget& out) {
  fields.text("url", out.url).require("url");
  fields.text("username", out.username).text("password_file", out.password_file);
  fields.text("ca_file", out.ca_file).text("pin_sha256", out.pin_sha256);
  fields.boolean("insecure_skip_verify", out.insecure_skip_verify);
  fields.check(is_pin(out.pin_sha256), "pin_sha256",
               "must be the base64 of a SHA-256: 44 characters");
  fields.check(out.username.empty() == out.password_file.empty(), "username",
               "needs a password_file, and a password_file a username");
}

Result<void> settle(const Settings& map, UrlPath path, HttpTarget& out) {
  auto url = checked_url(out.url, path);
  if (!url) return map.find("url")->error(url.error().message);
  out.url = *url;
  out.password_file = beside(map.file, out.password_file);
  out.ca_file = beside(map.file, out.ca_file);
  return {};
}

HttpOptions http_options(const HttpTarget& target) {
  HttpOptions out;
  out.ca_file = target.ca_file;
  if (!target.pin_sha256.empty()) out.pinned_public_key = "sha256//" + target.pin_sha256;
  out.insecure_skip_verify = target.insecure_skip_verify;
  out.connect_timeout = std::chrono::seconds(3);
  return out;
}

std::string host_of(const HttpTarget& target) {
  const std::size_t host = target.url.find("://") + 3;
  const std::size_t close = target.url[host] == '[' ? target.url.find(']', host) + 1 : host;
  return target.url.substr(host, target.url.find_first_of(":/", close) - host);
}

Result<std::string> password_of(const HttpTarget& target, const Files& files) {
  if (target.password_file.empty()) return std::string();
  auto text = files.read(target.password_file, kLongestPassword);
  if (!text) return tl::unexpected<Error>(text.error());
  while (text->ends_with('\n') || text->ends_with('\r')) text->pop_back();
  return *text;
}

}  // namespace joulemark
