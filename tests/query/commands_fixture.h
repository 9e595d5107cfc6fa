// Commands with the world replaced: one made-up server, a clock that stands still, a folder of
// their own.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "query/commands.h"
#include "tests/fakes/fake_clock.h"
#include "tests/fakes/fake_prometheus.h"
#include "tests/fakes/temp_folder.h"
#include "tests/query/page_fixture.h"

namespace joulemark {

// Every client of a command talks to the one server of the test.
class Wire final : public HttpClient {
 public:
  explicit Wire(FakePrometheus& server) : server_(server) {}
  Result<HttpResponse> send(const HttpRequest& request) override { return server_.send(request); }

 private:
  FakePrometheus& server_;
};

class Commands : public ::testing::Test {
 protected:
  Commands() {
    server.now = after(150);
    server.before = [this] { server.now = clock.now(); };
  }

  void scrape_nodes(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      PageSensor sensor;
      sensor.node = name;
      PageScrape how;
      how.instance = name + ":11818";
      Page(server, how, {sensor}).scrape(-100.4, 160, 1);
    }
  }

  Services services() {
    return {clock,
            out,
            err,
            false,
            [this](const HttpOptions& options) -> std::unique_ptr<HttpClient> {
              used = options;
              return std::make_unique<Wire>(server);
            },
            [this](const std::string& name) -> std::optional<std::string> {
              return name == "PROMETHEUS_URL" ? url : std::nullopt;
            },
            "head",
            "boot-1"};
  }

  int energy(const EnergyArguments& arguments) { return run_energy(arguments, services()); }
  EnergyArguments last_minute() {
    EnergyArguments arguments;
    arguments.start = "1800000000";
    arguments.end = "1800000060";
    return arguments;
  }
  int run(const std::string& script, RunArguments arguments = {}) {
    arguments.command = {"sh", "-c", script};
    return run_command(arguments, services());
  }

  FakeClock clock{after(150)};
  FakePrometheus server;
  std::optional<std::string> url = "http://host:9090";
  HttpOptions used;
  std::ostringstream out, err;
  TempFolder folder;
};

}  // namespace joulemark
