#include "sources/redfish/target.h"

#include <algorithm>

namespace joulemark::redfish {
namespace {

constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool is_pin(const std::string& pin) {
  return pin.empty() ||
         (pin.size() == 44 && pin.ends_with('=') && pin.find_first_not_of(kBase64) == 43);
}

Result<Target> parse_target(const Settings& map) {
  Target out;
  Boundary boundary = Boundary::kUnknown;
  Supply supply = Supply::kUnknown;
  Fields fields(map);
  fields.text("url", out.url).require("url").text("node", out.node).text("rack", out.rack);
  fields.text("username", out.username).text("password_file", out.password_file);
  fields.text("ca_file", out.ca_file).text("pin_sha256", out.pin_sha256);
  fields.boolean("insecure_skip_verify", out.insecure_skip_verify);
  fields.duration("interval", out.interval);
  fields.word("boundary", boundary, parse_boundary, "ac_input, dc_input, psu_output, component");
  fields.word("supply", supply, parse_supply, "ac, dc");
  fields.check(is_pin(out.pin_sha256), "pin_sha256",
               "must be the base64 of a SHA-256: 44 characters");
  fields.check(out.username.empty() == out.password_file.empty(), "username",
               "needs a password_file, and a password_file a username");
  fields.check(
      out.interval >= std::chrono::milliseconds(200) && out.interval <= std::chrono::hours(1),
      "interval", "must be between 200ms and 1h");
  if (auto done = fields.finish(); !done) return tl::unexpected<Error>(done.error());
  auto url = checked_url(out.url);
  if (!url) return map.find("url")->error(url.error().message);
  out.url = *url;
  out.password_file = beside(map.file, out.password_file);
  out.ca_file = beside(map.file, out.ca_file);
  if (boundary != Boundary::kUnknown) out.boundary = boundary;
  if (supply != Supply::kUnknown) out.supply = supply;
  return out;
}

}  // namespace

Result<std::string> checked_url(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  const std::size_t scheme = url.find("://");
  const std::string_view host =
      scheme == url.npos ? std::string_view() : std::string_view(url).substr(scheme + 3);
  if ((!url.starts_with("https://") && !url.starts_with("http://")) || host.empty() ||
      host.find_first_of("/?# \t\r\n\\") != host.npos)
    return fail(ErrorCode::kInvalid, "must be https://HOST or https://HOST:PORT, without a path");
  if (host.find('@') != host.npos)
    return fail(ErrorCode::kInvalid, "holds a user or a password: use username and password_file");
  return url;
}

HttpOptions http_options(const Target& target) {
  HttpOptions out;
  out.ca_file = target.ca_file;
  if (!target.pin_sha256.empty()) out.pinned_public_key = "sha256//" + target.pin_sha256;
  out.insecure_skip_verify = target.insecure_skip_verify;
  out.connect_timeout = std::chrono::seconds(3);
  return out;
}

std::string host_of(const Target& target) {
  const std::size_t host = target.url.find("://") + 3;
  const std::size_t close = target.url[host] == '[' ? target.url.find(']', host) + 1 : host;
  return target.url.substr(host, target.url.find(':', close) - host);
}

Result<std::vector<Target>> parse_targets(const Settings& list) {
  if (list.kind != Settings::Kind::kList) return list.error("must be a list of targets");
  std::vector<Target> out;
  for (const Settings& item : list.items) {
    auto target = parse_target(item);
    if (!target) return tl::unexpected<Error>(target.error());
    const bool twice = std::any_of(out.begin(), out.end(),
                                   [&](const Target& one) { return one.url == target->url; });
    if (twice) return item.error("the URL is there twice: a service is read once");
    out.push_back(std::move(*target));
  }
  return out;
}

}  // namespace joulemark::redfish
