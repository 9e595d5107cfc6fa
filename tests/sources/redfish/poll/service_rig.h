// One Service on a clock that stands still until answers come, before a service that is a function
// of the path and the time.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sources/redfish/poll/service.h"
#include "tests/fakes/function_fleet.h"

namespace joulemark::redfish {

struct ServiceRig {
  using Answer = std::function<HttpResponse(const std::string& path)>;

  explicit ServiceRig(Answer told, Target target = {}) : answer(std::move(told)) {
    target.url = "https://bmc";
    service.emplace(
        ServiceSettings{.target = std::move(target),
                        .node = "n1",
                        .id_prefix = "",
                        .talk = {.base_url = "https://bmc", .username = "u", .password = "p"}},
        clock);
    crew.add(*service);
  }

  static HttpResponse reply(int status, std::string body = "{}") {
    return {.status = status, .body = std::move(body)};
  }
  // Of the bodies, by the path below /redfish/v1; what is not there is a 404.
  static Answer tree(std::map<std::string, std::string> bodies) {
    return [bodies = std::move(bodies)](const std::string& path) {
      const auto found = bodies.find(path);
      return found == bodies.end() ? reply(404) : reply(200, found->second);
    };
  }

  HttpResponse serve(const HttpRequest& request) {
    if (request.method == "POST") {
      ++sessions;
      HttpResponse out = reply(201, R"({"@odata.id": "/redfish/v1/SessionService/Sessions/1"})");
      out.headers = {{"x-auth-token", "t"}};
      return out;
    }
    if (request.method == "DELETE") {
      --sessions;
      return reply(204, "");
    }
    const std::string path = request.url.substr(std::string("https://bmc/redfish/v1").size());
    asked.push_back(path);
    return answer(path);
  }

  void run(Duration time, bool stopping = false) {
    const MonotonicTime end = clock.monotonic() + time;
    while (clock.monotonic() < end && !crew.all_done()) {
      crew.turn(stopping);
      for (Reading& one : service->take_readings())
        readings.emplace_back(service->generation(), one);
      for (std::string& one : service->take_remarks()) remarks.push_back(std::move(one));
    }
  }
  [[nodiscard]] const Sensor* sensor(const std::string& scope, QuantityKind quantity) const {
    for (const Sensor& one : service->sensors())
      if (one.scope == scope && one.quantity == quantity) return &one;
    return nullptr;
  }
  [[nodiscard]] double last_watts() const {
    return std::get<Watts>(readings.back().second.value).value();
  }

  FakeClock clock;
  Answer answer;
  int sessions = 0;
  std::vector<std::string> asked;
  std::vector<std::pair<std::uint64_t, Reading>> readings;  // with the generation they came in
  std::vector<std::string> remarks;
  FunctionFleet fleet{clock,
                      {[this](const HttpRequest& request) { return serve(request); }},
                      {std::chrono::milliseconds(20)}};
  Crew crew{fleet, clock};
  std::optional<Service> service;
};

}  // namespace joulemark::redfish
