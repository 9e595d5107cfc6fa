#include "query/connection.h"

#include <fmt/format.h>

#include "query/http_config.h"
#include "query/version.h"

namespace joulemark {
namespace {

constexpr const char* kVariable = "PROMETHEUS_URL";

// http://user:password@host stands in the process list and in shell histories.
bool holds_password(std::string_view url) {
  const std::size_t scheme = url.find("://");
  const std::size_t from = scheme == std::string_view::npos ? 0 : scheme + 3;
  const std::string_view authority = url.substr(from, url.find('/', from) - from);
  return authority.find('@') != std::string_view::npos;
}

Result<std::string> address(const ServerArguments& arguments, const Services& services) {
  if (!arguments.url.empty()) {
    if (holds_password(arguments.url))
      return fail(ErrorCode::kInvalid,
                  "--prometheus.url: a password in an argument is visible to everybody: write it "
                  "to a file and name that in --http.config.file (basic_auth, password_file)");
    return arguments.url;
  }
  const auto url = services.environment(kVariable);
  if (url && !url->empty()) return *url;
  return fail(ErrorCode::kInvalid,
              "no server: give --prometheus.url http://HOST:9090 or set PROMETHEUS_URL");
}

}  // namespace

Connection::Connection(std::unique_ptr<HttpClient> http, Endpoint endpoint)
    : http_(std::move(http)),
      client_(std::make_unique<PrometheusClient>(*http_, std::move(endpoint))) {}

Result<Connection> Connection::open(const ServerArguments& arguments, const Services& services) {
  const auto url = address(arguments, services);
  if (!url) return tl::unexpected<Error>(url.error());
  auto endpoint = parse_endpoint(*url);
  if (!endpoint) return tl::unexpected<Error>(endpoint.error());
  HttpOptions options;
  if (!arguments.http_config_file.empty()) {
    auto read = read_http_config(arguments.http_config_file);
    if (!read) return tl::unexpected<Error>(read.error());
    options = std::move(*read);
  }
  options.user_agent = fmt::format("joulemark/{}", program_version());
  return Connection(services.connect(options), std::move(*endpoint));
}

bool has_server(const ServerArguments& arguments, const Services& services) {
  return !arguments.url.empty() || !services.environment(kVariable).value_or("").empty();
}

}  // namespace joulemark
