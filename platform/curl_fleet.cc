#include "platform/curl_fleet.h"

#include <utility>

#include "platform/connection_gate.h"
#include "platform/curl_exchange.h"
#include "platform/curl_reactor.h"

namespace joulemark {
namespace {

constexpr std::size_t kMostConnecting = 64;

}  // namespace

class CurlFleet::Loop {
 public:
  explicit Loop(std::vector<HttpOptions> servers) {
    for (HttpOptions& options : servers) add(std::move(options));
  }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  ~Loop() {
    for (const auto& server : servers_)
      if (server->in_flight) curl_multi_remove_handle(reactor_.multi(), server->exchange.handle());
    servers_.clear();
  }

  std::size_t add(HttpOptions options) {
    servers_.push_back(std::make_unique<Server>(*this, servers_.size(), std::move(options)));
    // By default the library keeps four connections per transfer at hand and closes others.
    curl_multi_setopt(reactor_.multi(), CURLMOPT_MAXCONNECTS,
                      static_cast<long>(servers_.size() + 16));
    return servers_.size() - 1;
  }

  void start(std::size_t number, const HttpRequest& request) {
    Server& server = *servers_.at(number);
    if (auto ready = server.exchange.prepare(request); !ready) {
      ended_.push_back({number, tl::unexpected(ready.error())});
      return;
    }
    CURL* const handle = server.exchange.handle();
    curl_easy_setopt(handle, CURLOPT_PRIVATE, static_cast<void*>(&server));
    curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, &on_connected);
    curl_easy_setopt(handle, CURLOPT_PREREQDATA, static_cast<void*>(&server));
    // A look-up that does not end is left to its thread: waiting for it would hold up everybody.
    curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
    // Connections are kept, names are looked up for new ones only: no cache of names, through all
    // of which the library goes after each exchange.
    curl_easy_setopt(handle, CURLOPT_DNS_CACHE_TIMEOUT, 0L);
    // Of each exchange in flight; requests are small, and answers come in pieces.
    curl_easy_setopt(handle, CURLOPT_UPLOAD_BUFFERSIZE, 16L << 10);
    curl_easy_setopt(handle, CURLOPT_BUFFERSIZE, 4L << 10);
    if (server.connected) return launch(server);
    server.connecting = true;
    if (gate_.enter(number)) launch(server);
  }

  std::vector<Answer> wait(MonotonicTime until) {
    while (true) {
      while (const auto next = gate_.admit()) launch(*servers_.at(*next));
      collect();
      if (!ended_.empty() || std::chrono::steady_clock::now() >= until) break;
      reactor_.turn(until);
    }
    return std::exchange(ended_, {});
  }

 private:
  struct Server {
    Server(Loop& owner, std::size_t i, HttpOptions options)
        : loop(owner), number(i), exchange(std::move(options)) {}
    Loop& loop;
    std::size_t number;
    CurlExchange exchange;
    bool in_flight = false;
    bool connected = false;   // the last exchange went well, on a connection that is kept
    bool connecting = false;  // holds a place at the gate, or waits for one
  };

  static int on_connected(void* server, char*, char*, int, int) noexcept {
    static_cast<Server*>(server)->loop.pass(*static_cast<Server*>(server));
    return CURL_PREREQFUNC_OK;
  }

  void pass(Server& server) {
    if (std::exchange(server.connecting, false)) gate_.leave();
  }

  void launch(Server& server) {
    curl_multi_add_handle(reactor_.multi(), server.exchange.handle());
    server.in_flight = true;
  }

  void collect() {
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(reactor_.multi(), &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      CURL* const handle = message->easy_handle;
      const CURLcode code = message->data.result;
      curl_multi_remove_handle(reactor_.multi(), handle);  // the message is gone with this
      void* data = nullptr;
      curl_easy_getinfo(handle, CURLINFO_PRIVATE, &data);
      auto& server = *static_cast<Server*>(data);
      server.in_flight = false;
      server.connected = code == CURLE_OK;
      pass(server);
      ended_.push_back({server.number, server.exchange.finish(code)});
    }
  }

  CurlReactor reactor_;
  ConnectionGate gate_{kMostConnecting};
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
