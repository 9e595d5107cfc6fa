#include "platform/curl_reactor.h"

#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>

namespace joulemark {
namespace {

MonotonicTime now() { return std::chrono::steady_clock::now(); }

// Rounded up: a wait that ends early would be taken up again at once.
int milliseconds_until(MonotonicTime until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
}

std::uint32_t events_of(int what) {
  std::uint32_t out = 0;
  if (what == CURL_POLL_IN || what == CURL_POLL_INOUT) out |= EPOLLIN;
  if (what == CURL_POLL_OUT || what == CURL_POLL_INOUT) out |= EPOLLOUT;
  return out;
}

int flags_of(std::uint32_t events) {
  int out = 0;
  if ((events & EPOLLIN) != 0) out |= CURL_CSELECT_IN;
  if ((events & EPOLLOUT) != 0) out |= CURL_CSELECT_OUT;
  if ((events & (EPOLLERR | EPOLLHUP)) != 0) out |= CURL_CSELECT_ERR;
  return out;
}

}  // namespace

CurlReactor::CurlReactor() : multi_(curl_multi_init()), epoll_(epoll_create1(EPOLL_CLOEXEC)) {
  if (multi_ == nullptr || epoll_ < 0) throw std::bad_alloc();
  curl_multi_setopt(multi_, CURLMOPT_SOCKETFUNCTION, &on_socket);
  curl_multi_setopt(multi_, CURLMOPT_SOCKETDATA, static_cast<void*>(this));
  curl_multi_setopt(multi_, CURLMOPT_TIMERFUNCTION, &on_timer);
  curl_multi_setopt(multi_, CURLMOPT_TIMERDATA, static_cast<void*>(this));
}

CurlReactor::~CurlReactor() {
  curl_multi_cleanup(multi_);
  close(epoll_);
}

int CurlReactor::on_socket(CURL*, curl_socket_t socket, int what, void* self, void*) noexcept {
  const int epoll = static_cast<CurlReactor*>(self)->epoll_;
  if (what == CURL_POLL_REMOVE) {
    epoll_ctl(epoll, EPOLL_CTL_DEL, socket, nullptr);
    return 0;
  }
  epoll_event event{};
  event.events = events_of(what);
  event.data.fd = socket;
  // The same number can be another socket by now, which epoll does not know.
  if (epoll_ctl(epoll, EPOLL_CTL_MOD, socket, &event) != 0)
    epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event);
  return 0;
}

int CurlReactor::on_timer(CURLM*, long milliseconds, void* self) noexcept {
  auto& timer = static_cast<CurlReactor*>(self)->timer_;
  timer.reset();
  if (milliseconds >= 0) timer = now() + std::chrono::milliseconds(milliseconds);
  return 0;
}

void CurlReactor::act(curl_socket_t socket, int flags) {
  int running = 0;
  curl_multi_socket_action(multi_, socket, flags, &running);
}

void CurlReactor::turn(MonotonicTime until) {
  std::array<epoll_event, 256> events{};
  const int count = epoll_wait(epoll_, events.data(), static_cast<int>(events.size()),
                               milliseconds_until(std::min(until, timer_.value_or(until))));
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = events.at(static_cast<std::size_t>(i));
    act(event.data.fd, flags_of(event.events));
  }
  if (!timer_ || *timer_ > now()) return;
  timer_.reset();  // set anew while it acts
  act(CURL_SOCKET_TIMEOUT, 0);
}

}  // namespace joulemark
