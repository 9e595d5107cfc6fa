#include "exporter/web_server.h"

#include <civetweb.h>

#include <array>
#include <cstring>

#include "platform/logging.h"

namespace joulemark {
namespace {

// A connection that sends nothing holds a thread until the timeout, so there are more threads than
// a careless client opens connections; each costs some 20 kB.
constexpr const char* kThreads = "32";
constexpr const char* kRequestTimeoutMs = "5000";

struct ContextStop {
  void operator()(mg_context* context) const { mg_stop(context); }
};

std::string header_of(const mg_connection* connection, const char* name) {
  const char* value = mg_get_header(connection, name);
  return value == nullptr ? "" : value;
}

class CivetwebServer final : public WebServer {
 public:
  CivetwebServer(std::vector<ListenAddress> addresses, std::vector<Route> routes)
      : addresses_(std::move(addresses)), routes_(std::move(routes)) {}

  Result<void> start();
  [[nodiscard]] std::vector<std::string> urls() const override;

 private:
  static int serve(mg_connection* connection, void* self);
  static int log(const mg_connection* connection, const char* message);
  [[nodiscard]] std::string listening_ports() const;

  std::vector<ListenAddress> addresses_;
  std::vector<Route> routes_;
  std::string refusal_;  // what the library logged while it started
  std::unique_ptr<mg_context, ContextStop> context_;
};

// The library gives the reason of a failure to its log only.
thread_local std::string* t_start_log = nullptr;

int CivetwebServer::log(const mg_connection*, const char* message) {
  if (t_start_log != nullptr) {
    if (t_start_log->empty()) *t_start_log = message;
  } else {
    log_debug(std::string("web: ") + message);
  }
  return 1;
}

int CivetwebServer::serve(mg_connection* connection, void* self) {
  const mg_request_info* request = mg_get_request_info(connection);
  const std::string_view method = request->request_method;
  // The path as it was sent: no form of it but the exact one is ours.
  const std::string_view path = request->local_uri_raw == nullptr ? "" : request->local_uri_raw;
  const auto& routes = static_cast<CivetwebServer*>(self)->routes_;
  const std::string_view query = request->query_string == nullptr ? "" : request->query_string;
  const WebAnswer answered = answer(routes, method, path, query);
  const WebMessage message =
      http_message(answered, method, header_of(connection, "Accept-Encoding"));
  mg_write(connection, message.head.data(), message.head.size());
  if (message.body) mg_write(connection, message.body->data(), message.body->size());
  return answered.status;
}

std::string CivetwebServer::listening_ports() const {
  std::string out;
  for (const ListenAddress& address : addresses_) {
    if (!out.empty()) out += ',';
    out += address.host + ":" + std::to_string(address.port);
  }
  return out;
}

Result<void> CivetwebServer::start() {
  mg_init_library(0);
  const std::string ports = listening_ports();
  std::array options = {"listening_ports",
                        ports.c_str(),
                        "num_threads",
                        kThreads,
                        "request_timeout_ms",
                        kRequestTimeoutMs,
                        "tcp_nodelay",
                        "1",
                        "enable_keep_alive",
                        "no",
                        static_cast<const char*>(nullptr)};
  mg_callbacks callbacks{};
  callbacks.log_message = &CivetwebServer::log;
  mg_init_data init{&callbacks, this, options.data()};
  std::array<char, 256> text{};
  unsigned code = 0;
  mg_error_data error{&code, text.data(), text.size()};
  t_start_log = &refusal_;
  context_.reset(mg_start2(&init, &error));
  t_start_log = nullptr;
  if (!context_) {
    const std::string why = refusal_.empty() ? std::string(text.data()) : refusal_;
    return fail(ErrorCode::kUnavailable, "cannot listen on " + ports + ": " + why);
  }
  mg_set_request_handler(context_.get(), "**", &CivetwebServer::serve, this);
  return {};
}

std::vector<std::string> CivetwebServer::urls() const {
  std::array<mg_server_port, 32> ports{};
  const int count =
      mg_get_server_ports(context_.get(), static_cast<int>(ports.size()), ports.data());
  std::vector<std::string> out;
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const std::string& host = at < addresses_.size() ? addresses_[at].host : "0.0.0.0";
    out.push_back("http://" + host + ":" + std::to_string(ports.at(at).port));
  }
  return out;
}

}  // namespace

Result<std::unique_ptr<WebServer>> WebServer::start(const std::vector<ListenAddress>& addresses,
                                                    std::vector<Route> routes) {
  auto server = std::make_unique<CivetwebServer>(addresses, std::move(routes));
  if (auto started = server->start(); !started) return tl::unexpected<Error>(started.error());
  return std::unique_ptr<WebServer>(std::move(server));
}

}  // namespace joulemark
