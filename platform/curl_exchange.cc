#include "platform/curl_exchange.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <new>
#include <string_view>

#include "core/trimmed.h"

namespace joulemark {
namespace {

std::size_t receive(char* data, std::size_t size, std::size_t count, void* user) noexcept {
  auto& transfer = *static_cast<CurlExchange::Transfer*>(user);
  const std::size_t bytes = size * count;
  transfer.too_large = bytes > transfer.limit - transfer.body.size();
  if (transfer.too_large) return CURL_WRITEFUNC_ERROR;
  try {
    transfer.body.append(data, bytes);
  } catch (const std::bad_alloc&) {
    return CURL_WRITEFUNC_ERROR;
  }
  return bytes;
}

std::size_t receive_header(char* data, std::size_t size, std::size_t count, void* user) noexcept {
  constexpr std::size_t kMost = std::size_t{64} << 10;
  auto& headers = static_cast<CurlExchange::Transfer*>(user)->headers;
  const std::size_t bytes = size * count;
  try {
    const std::string_view line(data, bytes);
    if (line.starts_with("HTTP/")) headers.clear();  // of an interim answer
    if (headers.size() + bytes <= kMost) headers.append(line);
  } catch (const std::bad_alloc&) {
    return 0;
  }
  return bytes;
}

std::vector<std::pair<std::string, std::string>> header_fields(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> out;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t colon = line.find(':');
    if (colon == line.npos) continue;
    std::string name(trimmed(line.substr(0, colon)));
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    out.emplace_back(std::move(name), trimmed(line.substr(colon + 1)));
  }
  return out;
}

std::string url_part(CURLU* url, CURLUPart part, unsigned flags) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, flags) != CURLUE_OK) return {};
  std::string copy(text);
  curl_free(text);
  return copy;
}

bool is_loopback(const std::string& host) {
  return host == "localhost" || host == "[::1]" || host.starts_with("127.");
}

ErrorCode error_code(CURLcode code) {
  switch (code) {
    case CURLE_OPERATION_TIMEDOUT:
      return ErrorCode::kTimeout;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
    case CURLE_FILESIZE_EXCEEDED:
    case CURLE_WRITE_ERROR:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
      return ErrorCode::kInvalid;
    default:
      return ErrorCode::kUnavailable;
  }
}

// The library's own spelling of a header without a value ends in a semicolon.
std::string header_line(std::string name, const std::string& value) {
  if (value.empty()) return name += ';';
  return (name += ": ") += value;
}

bool breaks_line(std::string_view text) { return text.find_first_of("\r\n") != text.npos; }

long milliseconds(Duration duration) {
  const auto whole = std::chrono::ceil<std::chrono::milliseconds>(duration).count();
  return std::max<long>(1, whole);  // 0 would mean "no limit"
}

// Process-wide set-up of the library, once and before the first handle.
void initialise_library() {
  static const CURLcode once = curl_global_init(CURL_GLOBAL_DEFAULT);
  static_cast<void>(once);
}

}  // namespace

CurlExchange::Authority CurlExchange::authority_of(const std::string& text) {
  const std::unique_ptr<CURLU, void (*)(CURLU*)> url(curl_url(), curl_url_cleanup);
  if (!url || curl_url_set(url.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK) return {};
  const std::string scheme = url_part(url.get(), CURLUPART_SCHEME, 0);
  if (scheme != "http" && scheme != "https") return {};
  return {.host = url_part(url.get(), CURLUPART_HOST, 0),
          .port = url_part(url.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT)};
}

CurlExchange::CurlExchange(HttpOptions options) : options_(std::move(options)) {
  initialise_library();
  handle_ = curl_easy_init();
  if (handle_ == nullptr) throw std::bad_alloc();
}

CurlExchange::~CurlExchange() { curl_easy_cleanup(handle_); }

void CurlExchange::apply_policy(const Authority& authority) {
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  const bool by_authority = !options_.insecure_skip_verify && options_.pinned_public_key.empty();
  set(CURLOPT_SSL_VERIFYPEER, by_authority ? 1L : 0L);
  set(CURLOPT_SSL_VERIFYHOST, by_authority ? 2L : 0L);
  set_if(CURLOPT_PINNEDPUBLICKEY, options_.pinned_public_key);
  set(CURLOPT_TCP_KEEPALIVE, 1L);
  set_if(CURLOPT_USERAGENT, options_.user_agent);
  if (options_.accept_gzip) set(CURLOPT_ACCEPT_ENCODING, "gzip");
  if (is_loopback(authority.host)) set(CURLOPT_PROXY, "");
}

void CurlExchange::apply_credentials() {
  set_if(CURLOPT_CAINFO, options_.ca_file);
  set_if(CURLOPT_SSLCERT, options_.client_certificate_file);
  set_if(CURLOPT_SSLKEY, options_.client_key_file);
  if (!options_.username.empty()) {
    set(CURLOPT_HTTPAUTH, CURLAUTH_BASIC);
    set(CURLOPT_USERNAME, options_.username.c_str());
    set(CURLOPT_PASSWORD, options_.password.c_str());
  } else if (!options_.bearer_token.empty()) {
    set(CURLOPT_HTTPAUTH, CURLAUTH_BEARER);
    set(CURLOPT_XOAUTH2_BEARER, options_.bearer_token.c_str());
  }
}

void CurlExchange::apply_request(const HttpRequest& request) {
  set(CURLOPT_URL, request.url.c_str());
  set(CURLOPT_TIMEOUT_MS, milliseconds(request.timeout));
  set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(std::min(request.timeout, options_.connect_timeout)));
  if (!request.body.empty() || request.method == "POST") {
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body_.size()));
    set(CURLOPT_POSTFIELDS, body_.c_str());
  }
  if (request.method == "HEAD")
    set(CURLOPT_NOBODY, 1L);
  else if (request.method != "GET" || !request.body.empty())
    set(CURLOPT_CUSTOMREQUEST, request.method.c_str());
}

Result<void> CurlExchange::add_headers(const HttpRequest& request, HeaderList& headers) const {
  headers.add("Expect:");  // no pause before a body
  for (const auto* list : {&options_.headers, &request.headers}) {
    for (const auto& [name, value] : *list) {
      if (breaks_line(name) || breaks_line(value))
        return fail(ErrorCode::kInvalid, "a header holds a line break");
      headers.add(header_line(name, value));
    }
  }
  return {};
}

HttpResponse CurlExchange::response() {
  long status = 0;
  curl_easy_getinfo(handle_, CURLINFO_RESPONSE_CODE, &status);
  const char* content_type = nullptr;
  curl_easy_getinfo(handle_, CURLINFO_CONTENT_TYPE, &content_type);
  curl_off_t elapsed = 0;
  curl_easy_getinfo(handle_, CURLINFO_TOTAL_TIME_T, &elapsed);
  return {.status = static_cast<int>(status),
          .content_type = content_type != nullptr ? content_type : "",
          .body = std::move(transfer_.body),
          .elapsed = std::chrono::microseconds(elapsed),
          .headers = header_fields(transfer_.headers)};
}

// What is no HTTP on a connection that has served before: bytes left over from the last answer (a
// line end too much, seen at Cisco's CIMC).
bool CurlExchange::is_leftover(CURLcode code) const {
  long opened = 0;
  curl_easy_getinfo(handle_, CURLINFO_NUM_CONNECTS, &opened);
  return opened == 0 && (code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_WEIRD_SERVER_REPLY);
}

Error CurlExchange::error(CURLcode code) const {
  const std::string where = authority_.host + ":" + authority_.port + ": ";
  if (transfer_.too_large || code == CURLE_FILESIZE_EXCEEDED)
    return {ErrorCode::kInvalid,
            where + "answer longer than " + std::to_string(transfer_.limit) + " bytes"};
  if (code == CURLE_OPERATION_TIMEDOUT)
    return {ErrorCode::kTimeout,
            where + "no answer within " + std::to_string(milliseconds(timeout_)) + " ms"};
  if (is_leftover(code))
    return {ErrorCode::kUnavailable,
            where + "bytes that belong to no answer; the connection is closed"};
  std::string what = curl_easy_strerror(code);
  // The library's detail can quote the URL; it is only repeated for what cannot hold one.
  if (code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CONNECT_ERROR)
    what = std::string(detail_.data());
  if (code == CURLE_SSL_PINNEDPUBKEYNOTMATCH)
    what = "the server's public key is not the pinned one";
  if (code == CURLE_PEER_FAILED_VERIFICATION) what += " (name the authority with ca_file)";
  return {error_code(code), where + what};
}

Result<void> CurlExchange::prepare(const HttpRequest& request) {
  authority_ = authority_of(request.url);
  if (authority_.host.empty()) return fail(ErrorCode::kInvalid, "not a URL of http or https");
  headers_.clear();
  if (auto added = add_headers(request, headers_); !added)
    return fail_in(authority_.host, added.error());
  curl_easy_reset(handle_);  // options only: live connections stay
  detail_.front() = '\0';
  transfer_ = {.body = {}, .limit = request.max_body_bytes, .headers = {}};
  timeout_ = request.timeout;
  body_ = request.body;
  set(CURLOPT_ERRORBUFFER, detail_.data());
  set(CURLOPT_WRITEFUNCTION, &receive);
  set(CURLOPT_WRITEDATA, static_cast<void*>(&transfer_));
  set(CURLOPT_HEADERFUNCTION, &receive_header);
  set(CURLOPT_HEADERDATA, static_cast<void*>(&transfer_));
  set(CURLOPT_MAXFILESIZE_LARGE,
      static_cast<curl_off_t>(std::min<std::size_t>(request.max_body_bytes, std::size_t{1} << 62)));
  set(CURLOPT_HTTPHEADER, headers_.get());
  apply_policy(authority_);
  apply_credentials();
  apply_request(request);
  return {};
}

Result<HttpResponse> CurlExchange::finish(CURLcode code) {
  if (code != CURLE_OK) return tl::unexpected(error(code));
  return response();
}

}  // namespace joulemark
