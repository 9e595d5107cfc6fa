#include "platform/curl_fleet.h"

#include <algorithm>
#include <cstdint>
#include <new>
#include <utility>

#include "platform/curl_exchange.h"

namespace joulemark {
namespace {

// Rounded up: a wait that ends early would be taken up again at once.
int milliseconds_until(MonotonicTime until) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
}

}  // namespace

class CurlFleet::Loop {
 public:
  explicit Loop(std::vector<HttpOptions> servers) : multi_(curl_multi_init()) {
    if (multi_ == nullptr) throw std::bad_alloc();
    for (HttpOptions& options : servers) add(std::move(options));
  }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  ~Loop() {
    for (const auto& server : servers_)
      if (server->in_flight) curl_multi_remove_handle(multi_, server->exchange.handle());
    servers_.clear();
    curl_multi_cleanup(multi_);
  }

  std::size_t add(HttpOptions options) {
    servers_.push_back(std::make_unique<Server>(servers_.size(), std::move(options)));
    // By default the library keeps four connections per transfer at hand and closes others.
    curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, static_cast<long>(servers_.size() + 16));
    return servers_.size() - 1;
  }

  void start(std::size_t number, const HttpRequest& request) {
    Server& server = *servers_.at(number);
    if (auto ready = server.exchange.prepare(request); !ready) {
      ended_.push_back({number, tl::unexpected(ready.error())});
      return;
    }
    curl_easy_setopt(server.exchange.handle(), CURLOPT_PRIVATE, static_cast<void*>(&server));
    curl_multi_add_handle(multi_, server.exchange.handle());
    server.in_flight = true;
  }

  std::vector<Answer> wait(MonotonicTime until) {
    while (true) {
      int running = 0;
      curl_multi_perform(multi_, &running);
      collect();
      if (!ended_.empty() || std::chrono::steady_clock::now() >= until) break;
      curl_multi_poll(multi_, nullptr, 0, milliseconds_until(until), nullptr);
    }
    return std::exchange(ended_, {});
  }

 private:
  struct Server {
    Server(std::size_t i, HttpOptions options) : number(i), exchange(std::move(options)) {}
    std::size_t number;
    CurlExchange exchange;
    bool in_flight = false;
  };

  void collect() {
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      CURL* const handle = message->easy_handle;
      const CURLcode code = message->data.result;
      curl_multi_remove_handle(multi_, handle);  // the message is gone with this
      void* data = nullptr;
      curl_easy_getinfo(handle, CURLINFO_PRIVATE, &data);
      auto& server = *static_cast<Server*>(data);
      server.in_flight = false;
      ended_.push_back({server.number, server.exchange.finish(code)});
    }
  }

  CURLM* multi_;
  std::vector<std::unique_ptr<Server>> servers_;
  std::vector<Answer> ended_;
};

CurlFleet::CurlFleet(std::vector<HttpOptions> servers)
    : loop_(std::make_unique<Loop>(std::move(servers))) {}
CurlFleet::~CurlFleet() = default;

std::size_t CurlFleet::add(HttpOptions options) { return loop_->add(std::move(options)); }
void CurlFleet::start(std::size_t server, const HttpRequest& request) {
  loop_->start(server, request);
}
std::vector<HttpFleet::Answer> CurlFleet::wait(MonotonicTime until) { return loop_->wait(until); }

}  // namespace joulemark
