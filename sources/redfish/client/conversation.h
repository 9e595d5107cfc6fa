// What to send next to one Redfish service, and what its answers mean. No I/O and no clock: the
// owner sends what next() gives and hands every answer back, so that the rules of politeness hold
// whoever drives them: one request in flight, one session, one new login for a session that was
// lost, no credentials soon after they were refused, back-off when the service is busy, redirects
// within the service only, nothing but GET (and the session's POST and DELETE).
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/http.h"
#include "core/units.h"
#include "sources/redfish/client/back_off.h"
#include "sources/redfish/client/refusals.h"
#include "sources/redfish/service/document.h"

namespace joulemark::redfish {

enum class Authentication {
  kAuto,  // a session; Basic where the service has none to give
  kSession,
  kBasic,
};

struct ConversationOptions {
  std::string base_url;            // "https://bmc-17", without a slash at its end
  std::string username, password;  // empty username: no login
  Authentication authentication = Authentication::kAuto;
  Duration timeout = std::chrono::seconds(10);
  int attempts = 4;                          // of one resource that the service is too busy for
  std::function<double()> random = nullptr;  // in [0, 1), for jitter; none: no jitter
};

class Conversation {
 public:
  struct Fetched {
    std::string path;
    Result<Document> document;
    Duration elapsed{0};
    MonotonicTime arrived{};
  };

  explicit Conversation(ConversationOptions options);

  // Asks for a resource, after those asked for before. `expand`: together with its members, where
  // the service answers that.
  void want(const std::string& path, bool expand = false);
  // The same, but before everything that was not sent yet.
  void want_first(const std::string& path, bool expand = false);
  // Of requests from now on.
  void set_patience(Duration timeout, int attempts);
  // The request to send now. Empty: one is in flight, nothing is wanted, or it is too early.
  std::optional<HttpRequest> next(MonotonicTime now);
  // Before this moment next() gives nothing, unless something is asked for or answered.
  [[nodiscard]] MonotonicTime wake() const { return back_off_.until(); }
  // The answer to the request that next() gave.
  void answer(const Result<HttpResponse>& response, MonotonicTime now);
  // A resource that came, or that will not come.
  std::optional<Fetched> take();
  [[nodiscard]] bool idle() const { return !in_flight_ && wanted_.empty(); }
  // The DELETE of the session that is open. Empty: none is. Send it before leaving.
  std::optional<HttpRequest> logout();

  // "session", "basic", "none"; what is in use now.
  [[nodiscard]] const char* authentication() const;
  [[nodiscard]] std::size_t requests() const { return requests_; }

 private:
  struct Wanted {
    std::string path;
    bool expand = false;
    int attempts = 0, redirects = 0;
    bool logged_in_again = false;
    std::string location;  // where a redirect sent us
  };
  enum class Sent { kGet, kLogin };

  HttpRequest request(const std::string& method, const std::string& path) const;
  HttpRequest login_request();
  [[nodiscard]] bool needs_credentials() const;
  bool needs_login(MonotonicTime now) const;
  void give_up_what_needs_credentials(MonotonicTime now);
  void answer_login(const HttpResponse& response, MonotonicTime now);
  void answer_get(const HttpResponse& response, MonotonicTime now);
  bool redirect(const HttpResponse& response);
  bool retry_without_expand(bool refused);
  bool login_again(MonotonicTime now);
  void busy(const Error& error, const HttpResponse* response, MonotonicTime now);
  void give(Result<Document> document, Duration elapsed);
  MonotonicTime answered_{};  // the last answer
  void use_basic(MonotonicTime until) {
    basic_until_ = until;
    token_.clear();
  }
  void note_root(const Json& root);

  ConversationOptions options_;
  std::deque<Wanted> wanted_;  // the first is the one in flight
  std::deque<Fetched> fetched_;
  BackOff back_off_;
  Refusals refusals_;
  bool in_flight_ = false;
  Sent sent_ = Sent::kGet;
  std::size_t requests_ = 0;
  std::vector<std::string> session_paths_;  // to POST to, the likeliest first
  std::size_t session_path_ = 0;
  std::string token_, session_;  // X-Auth-Token; path of the session
  MonotonicTime basic_until_{}, last_login_{};
};

}  // namespace joulemark::redfish
