// HTTP servers that are functions, on a clock that moves only while answers are waited for.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/http_fleet.h"
#include "tests/fakes/fake_clock.h"

namespace joulemark {

// Answers come `latency` after they were asked for; time passes only in wait().
class FunctionFleet final : public HttpFleet {
 public:
  using Service = std::function<Result<HttpResponse>(const HttpRequest&)>;
  FunctionFleet(FakeClock& clock, std::vector<Service> services, std::vector<Duration> latencies)
      : clock_(clock), services_(std::move(services)), latencies_(std::move(latencies)) {}

  std::size_t add(HttpOptions /*options*/) override { return added_++; }
  void start(std::size_t server, const HttpRequest& request) override {
    for (const auto& one : flying_) EXPECT_NE(one.server, server) << "two requests in flight";
    log.push_back({server, request.method});
    auto response = services_[server](request);
    if (response) response->elapsed = latencies_[server];
    flying_.push_back({server, clock_.monotonic() + latencies_[server], std::move(response)});
  }
  std::vector<Answer> wait(MonotonicTime until) override {
    MonotonicTime first = until;
    for (const auto& one : flying_) first = std::min(first, one.due);
    clock_.advance(std::max(first - clock_.monotonic(), Duration(std::chrono::milliseconds(1))));
    std::vector<Answer> out;
    std::erase_if(flying_, [&](const Flying& one) {
      if (one.due > clock_.monotonic()) return false;
      out.push_back({one.server, one.response});
      return true;
    });
    return out;
  }

  void set_latency(std::size_t server, Duration latency) { latencies_[server] = latency; }

  std::vector<std::pair<std::size_t, std::string>> log;

 private:
  struct Flying {
    std::size_t server;
    MonotonicTime due;
    Result<HttpResponse> response;
  };
  FakeClock& clock_;
  std::size_t added_ = 0;
  std::vector<Service> services_;
  std::vector<Duration> latencies_;
  std::vector<Flying> flying_;
};

}  // namespace joulemark
