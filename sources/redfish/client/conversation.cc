#include "sources/redfish/client/conversation.h"

#include <algorithm>

#include "core/clean_text.h"
#include "sources/redfish/service/link.h"

namespace joulemark::redfish {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::size_t kLargestAnswer = std::size_t{8} << 20;
constexpr int kMostRedirects = 3;
constexpr Duration kBetweenLogins = seconds(60);
constexpr Duration kBasicFor = minutes(10);
constexpr const char* kRoot = "/redfish/v1";
constexpr const char* kExpand = "?$expand=.($levels=1)";

bool is_busy(int status) { return status == 429 || status >= 500; }

std::string base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < text.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8U | (i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      out += i + k <= text.size() ? kDigits[group >> (18 - 6 * k) & 63U] : '=';
  }
  return out;
}

// Of the same service as the base URL: a path, or a URL with the same scheme, host and port.
std::string local_location(std::string location, const std::string& base_url) {
  if (location.starts_with(base_url + "/")) location.erase(0, base_url.size());
  const bool slash = location.size() > 1 && location.ends_with('/');
  const Link link = parse_link(location);
  if (link.kind != Link::Kind::kLocal) return {};
  return link.path + (slash ? "/" : "");  // some services insist on it
}

Error status_error(const HttpResponse& response) {
  const std::string status = "HTTP status " + std::to_string(response.status);
  switch (response.status) {
    case 401:
      return {ErrorCode::kPermission, status + ": user name or password is not accepted"};
    case 403:
      return {ErrorCode::kPermission,
              status + ": this user may not read it, or it needs a licence"};
    case 404:
    case 410:
      return {ErrorCode::kNotPresent, status};
    case 400:
    case 405:
    case 501:
      return {ErrorCode::kUnsupported, status};
    default:
      return {is_busy(response.status) ? ErrorCode::kUnavailable : ErrorCode::kInvalid, status};
  }
}

// Members that came without saying which they are: of no use, and lost unless asked for again.
bool has_nameless_members(const Json& collection) {
  const Json& list = member(collection, "Members");
  return list.is_array() && std::any_of(list.begin(), list.end(),
                                        [](const Json& one) { return target_of(one).empty(); });
}

}  // namespace

Conversation::Conversation(ConversationOptions options)
    : options_(std::move(options)), back_off_(options_.random) {
  if (options_.authentication == Authentication::kBasic) basic_until_ = MonotonicTime::max();
}

void Conversation::want(const std::string& path, bool expand) {
  wanted_.push_back({.path = path, .expand = expand, .location = {}});
}

void Conversation::want_first(const std::string& path, bool expand) {
  wanted_.insert(wanted_.begin() + (in_flight_ ? 1 : 0),
                 {.path = path, .expand = expand, .location = {}});
}

void Conversation::set_patience(Duration timeout, int attempts) {
  options_.timeout = timeout;
  options_.attempts = attempts;
}

HttpRequest Conversation::request(const std::string& method, const std::string& path) const {
  HttpRequest out;
  out.method = method;
  out.url = options_.base_url + path;
  out.headers = {{"Accept", "application/json"}, {"OData-Version", "4.0"}};
  out.timeout = options_.timeout;
  out.max_body_bytes = kLargestAnswer;
  if (!token_.empty())
    out.headers.emplace_back("X-Auth-Token", token_);
  else if (!options_.username.empty() && method == "GET" && path != kRoot)
    out.headers.emplace_back("Authorization",
                             "Basic " + base64(options_.username + ":" + options_.password));
  return out;
}

HttpRequest Conversation::login_request() {
  if (session_paths_.empty())
    session_paths_ = {std::string(kRoot) + "/SessionService/Sessions",
                      std::string(kRoot) + "/Sessions"};
  HttpRequest out = request("POST", session_paths_[session_path_]);
  out.headers.emplace_back("Content-Type", "application/json");
  out.body = Json{{"UserName", options_.username}, {"Password", options_.password}}.dump(
      -1, ' ', false, Json::error_handler_t::replace);
  return out;
}

// The root is for everyone.
bool Conversation::needs_credentials() const {
  return !options_.username.empty() && token_.empty() && wanted_.front().path != kRoot;
}

// A session is opened, unless Basic has to do for now.
bool Conversation::needs_login(MonotonicTime now) const {
  return needs_credentials() && now >= basic_until_;
}

void Conversation::give_up_what_needs_credentials(MonotonicTime now) {
  answered_ = now;
  while (!wanted_.empty() && needs_credentials())
    give(fail(ErrorCode::kPermission, "user name or password was not accepted some minutes ago"),
         Duration(0));
}

std::optional<HttpRequest> Conversation::next(MonotonicTime now) {
  if (in_flight_ || wanted_.empty() || !back_off_.over(now)) return std::nullopt;
  if (!refusals_.over(now)) give_up_what_needs_credentials(now);
  if (wanted_.empty()) return std::nullopt;
  in_flight_ = true;
  ++requests_;
  if (needs_login(now)) {
    sent_ = Sent::kLogin;
    last_login_ = now;
    return login_request();
  }
  sent_ = Sent::kGet;
  const Wanted& first = wanted_.front();
  if (!first.location.empty()) return request("GET", first.location);
  return request("GET", first.path + (first.expand ? kExpand : ""));
}

void Conversation::give(Result<Document> document, Duration elapsed) {
  fetched_.push_back({wanted_.front().path, std::move(document), elapsed, answered_});
  wanted_.pop_front();
}

// Too busy, or no answer at all: again later, some times.
void Conversation::busy(const Error& error, const HttpResponse* response, MonotonicTime now) {
  back_off_.failed(now, response != nullptr ? response->header("retry-after") : std::string());
  if (++wanted_.front().attempts >= options_.attempts)
    give(tl::unexpected<Error>(error), Duration(0));
}

void Conversation::answer(const Result<HttpResponse>& response, MonotonicTime now) {
  in_flight_ = false;
  answered_ = now;
  if (!response) {
    const bool final = response.error().code == ErrorCode::kInvalid;
    if (final) return give(tl::unexpected<Error>(response.error()), Duration(0));
    return busy(response.error(), nullptr, now);
  }
  if (sent_ == Sent::kLogin) return answer_login(*response, now);
  answer_get(*response, now);
}

void Conversation::answer_login(const HttpResponse& response, MonotonicTime now) {
  const std::string token = response.header("x-auth-token");
  if (response.status / 100 == 2 && !token.empty()) {
    token_ = token;
    session_ = local_location(response.header("location"), options_.base_url);
    if (const auto body = parse_document(response.body); session_.empty() && body)
      session_ = parse_link(text_of(body->body, "@odata.id")).path;
    refusals_.accepted();
    return back_off_.succeeded();
  }
  if (response.status / 100 == 3) {  // to a slash at the end, seen at Supermicro: POST it again
    const std::string to = local_location(response.header("location"), options_.base_url);
    if (!to.empty() && wanted_.front().redirects++ < kMostRedirects) {
      session_paths_[session_path_] = to;
      return;
    }
  }
  const bool wrong_place = response.status == 404 || response.status == 405;
  if (wrong_place && session_path_ + 1 < session_paths_.size()) {
    ++session_path_;
    return;
  }
  if (options_.authentication == Authentication::kSession && is_busy(response.status))
    return busy(status_error(response), &response, now);
  if (options_.authentication == Authentication::kSession || response.status == 401) {
    refusals_.login(now);
    return give(tl::unexpected<Error>(status_error(response)), response.elapsed);
  }
  use_basic(now + kBasicFor);  // none to be had: too many are open, or the service has none
}

// A session can end before its time. One new login per minute; then it is a matter of rights.
bool Conversation::login_again(MonotonicTime now) {
  Wanted& first = wanted_.front();
  if (token_.empty() || first.logged_in_again || now - last_login_ < kBetweenLogins) return false;
  first.logged_in_again = true;
  token_.clear();
  session_.clear();
  return true;
}

bool Conversation::redirect(const HttpResponse& response) {
  Wanted& first = wanted_.front();
  const std::string to = local_location(response.header("location"), options_.base_url);
  if (to.empty() || first.redirects++ >= kMostRedirects) return false;
  first.location = to;
  return true;
}

bool Conversation::retry_without_expand(bool refused) {
  Wanted& first = wanted_.front();
  if (!first.expand || !refused) return false;
  first.expand = false;
  first.location.clear();
  return true;
}

void Conversation::note_root(const Json& root) {
  const Link sessions = parse_link(text_of(member_at(root, {"Links", "Sessions"}), "@odata.id"));
  if (sessions.kind != Link::Kind::kLocal) return;
  session_paths_ = {sessions.path, std::string(kRoot) + "/Sessions"};
  session_path_ = 0;
}

void Conversation::answer_get(const HttpResponse& response, MonotonicTime now) {
  const int status = response.status;
  if (status == 401 && login_again(now)) return;
  if (status / 100 == 3) {
    if (redirect(response)) return;
    return give(fail(ErrorCode::kInvalid, "HTTP status " + std::to_string(status) +
                                              ": sent elsewhere, which is not followed"),
                response.elapsed);
  }
  if (retry_without_expand(status == 400 || status == 404 || status == 405 || status == 501))
    return;
  if (is_busy(status) && status != 501) return busy(status_error(response), &response, now);
  back_off_.succeeded();
  if (status == 401 && needs_credentials()) refusals_.resource(now);
  if (status != 200) return give(tl::unexpected<Error>(status_error(response)), response.elapsed);
  if (needs_credentials()) refusals_.accepted();
  auto document = parse_document(response.body);
  if (!document && document.error().code == ErrorCode::kInvalid)
    document.error().message += " (" + clean_text(response.content_type.substr(0, 60)) + ", " +
                                std::to_string(response.body.size()) + " bytes)";
  if (document && retry_without_expand(has_nameless_members(document->body))) return;
  if (document && wanted_.front().path == kRoot) note_root(document->body);
  give(std::move(document), response.elapsed);
}

std::optional<Conversation::Fetched> Conversation::take() {
  if (fetched_.empty()) return std::nullopt;
  Fetched out = std::move(fetched_.front());
  fetched_.pop_front();
  return out;
}

std::optional<HttpRequest> Conversation::logout() {
  if (token_.empty() || session_.empty()) return std::nullopt;
  HttpRequest out = request("DELETE", session_);
  token_.clear();
  session_.clear();
  return out;
}

const char* Conversation::authentication() const {
  if (options_.username.empty()) return "none";
  return token_.empty() ? "basic" : "session";
}

}  // namespace joulemark::redfish
