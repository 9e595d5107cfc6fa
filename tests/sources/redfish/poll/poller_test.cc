// Many services on one loop, and the list of them that changes.
#include "sources/redfish/poll/poller.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/fakes/fake_files.h"
#include "tests/fakes/function_fleet.h"

namespace joulemark::redfish {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

HttpResponse reply(int status, std::string body) {
  return {.status = status, .body = std::move(body)};
}

// A node with one power, wherever it is asked.
Result<HttpResponse> node(const HttpRequest& request) {
  if (request.url.ends_with("/redfish/v1"))
    return reply(200, R"({"Chassis": {"@odata.id": "/redfish/v1/Chassis"}})");
  if (request.url.ends_with("/Chassis"))
    return reply(200, R"({"Members": [{"@odata.id": "/redfish/v1/Chassis/1"}]})");
  if (request.url.ends_with("/Chassis/1"))
    return reply(200, R"({"Id": "1", "Power": {"@odata.id": "/redfish/v1/Chassis/1/Power"}})");
  return reply(200, R"({"PowerControl": [{"PowerConsumedWatts": 400}]})");
}
Result<HttpResponse> dead(const HttpRequest&) {
  return fail(ErrorCode::kUnavailable, "connection refused");
}

class RedfishPoller : public ::testing::Test {
 protected:
  void begin(const std::vector<FunctionFleet::Service>& services, const std::string& yaml) {
    host.http_fleet = [this, services] {
      return std::make_unique<FunctionFleet>(clock, services,
                                             std::vector<Duration>(services.size(), 20ms));
    };
    host.warn = [this](std::string_view text) { log.emplace_back(text); };
    const auto options = parse_options(*Settings::parse(yaml, "etc/j.yaml"));
    ASSERT_TRUE(options) << options.error().message;
    poller.emplace(*options, host, desk);
  }
  void run(Duration time) {
    const MonotonicTime end = clock.monotonic() + time;
    while (clock.monotonic() < end) poller->turn(false);
  }
  // Sensors of each entry that is not gone, by its name.
  std::map<std::string, std::size_t> sensors() {
    return desk->with([](Desk& all) {
      std::map<std::string, std::size_t> out;
      for (const auto& entry : all.entries)
        if (!entry.gone)
          out[entry.target.node + " (" + entry.target.url + ")"] = entry.sensors.size();
      return out;
    });
  }
  using Sensors = std::map<std::string, std::size_t>;

  FakeClock clock;
  FakeFiles files;
  Host host{clock, files, files, files, "exporter"};
  std::shared_ptr<Guarded<Desk>> desk = std::make_shared<Guarded<Desk>>();
  std::vector<std::string> log;
  std::optional<Poller> poller;
};

TEST_F(RedfishPoller, ADeadServiceHoldsUpNoOtherAndIsNamed) {
  begin({dead, node}, "targets: [{url: 'https://a', node: na}, {url: 'https://b', node: nb}]\n");
  run(30s);
  EXPECT_EQ(sensors(), (Sensors{{"na (https://a)", 0}, {"nb (https://b)", 1}}));
  EXPECT_THAT(log, Contains(HasSubstr("na: ")));
  EXPECT_THAT(log, Not(Contains(HasSubstr("nb: "))));
  desk->with([](Desk& all) {
    EXPECT_TRUE(all.entries[0].trouble);
    EXPECT_FALSE(all.entries[1].trouble);
    EXPECT_THAT(all.readings, SizeIs(::testing::Gt(10U)));
    for (const auto& one : all.readings) EXPECT_EQ(one.entry, 1U);
  });
}

TEST_F(RedfishPoller, TakesTargetsThatComeAndLeavesThoseThatGo) {
  files.set("etc/t.yaml", "- {url: 'https://a', node: na}\n");
  begin({node, node}, "targets_file: t.yaml\n");
  run(20s);
  EXPECT_EQ(sensors(), (Sensors{{"na (https://a)", 1}}));
  files.set("etc/t.yaml", "- {url: 'https://a', node: na}\n- {url: 'https://b', node: nb}\n");
  run(30s);
  EXPECT_EQ(sensors(), (Sensors{{"na (https://a)", 1}, {"nb (https://b)", 1}}));
  desk->with([](Desk& all) { EXPECT_EQ(all.entries[0].generation, 1U) << "goes on undisturbed"; });
  files.set("etc/t.yaml", "- {url: 'https://b', node: nb}\n");
  run(10s);
  EXPECT_EQ(sensors(), (Sensors{{"nb (https://b)", 1}}));
}

TEST_F(RedfishPoller, AListThatIsWrongLeavesWhatWasAndIsToldOnce) {
  files.set("etc/t.yaml", "- {url: 'https://a', node: na}\n");
  begin({node}, "targets_file: t.yaml\n");
  run(20s);
  files.set("etc/t.yaml", "- {url: nonsense}\n");
  run(30s);
  EXPECT_EQ(sensors(), (Sensors{{"na (https://a)", 1}}));
  EXPECT_THAT(log, SizeIs(1));
  EXPECT_THAT(log, Contains(HasSubstr("etc/t.yaml:1")));
  desk->with([](Desk& all) { EXPECT_TRUE(all.targets_error); });
}

TEST_F(RedfishPoller, ANewPasswordIsANewLogin) {
  files.set("etc/word", "old\n");
  std::vector<std::string> bodies;
  const auto service = [&](const HttpRequest& request) -> Result<HttpResponse> {
    if (request.method == "POST") bodies.push_back(request.body);
    return request.method == "POST" ? reply(401, "{}") : node(request);
  };
  begin({service, service},
        "targets: [{url: 'https://a', node: na, username: u, password_file: word}]\n");
  run(9min);
  EXPECT_THAT(bodies, SizeIs(1));
  files.set("etc/word", "new\n");
  run(10s);
  ASSERT_THAT(bodies, SizeIs(2));
  EXPECT_THAT(bodies[1], HasSubstr("new"));
  for (const std::string& line : log) EXPECT_THAT(line, Not(HasSubstr("old")));
}

TEST_F(RedfishPoller, TwoServicesOfOneNodeHaveSensorsOfTheirOwn) {
  begin({node, node}, "targets: [{url: 'https://a', node: n}, {url: 'https://b', node: n}]\n");
  run(30s);
  desk->with([](Desk& all) {
    ASSERT_THAT(all.entries[0].sensors, SizeIs(1));
    ASSERT_THAT(all.entries[1].sensors, SizeIs(1));
    EXPECT_NE(all.entries[0].sensors[0].id, all.entries[1].sensors[0].id);
  });
}

TEST(RedfishOptions, NeedTargets) {
  const auto code = [](const std::string& yaml) {
    const auto options = parse_options(*Settings::parse(yaml, "j.yaml"));
    return options ? std::string("taken") : std::string(to_string(options.error().code));
  };
  EXPECT_EQ(code(""), to_string(ErrorCode::kNotPresent));
  EXPECT_EQ(code("enabled: true\n"), to_string(ErrorCode::kInvalid));
  EXPECT_EQ(code("targets: []\n"), "taken");
  EXPECT_EQ(code("targets_file: t.yaml\n"), "taken");
  EXPECT_EQ(code("target: []\n"), to_string(ErrorCode::kInvalid));
}

TEST(RedfishOptions, TakeATargetsFileWithOrWithoutItsKey) {
  for (const char* text : {"- {url: 'https://a'}\n", "targets:\n  - {url: 'https://a'}\n"}) {
    const auto targets = parse_targets_file(text, "t.yaml");
    ASSERT_TRUE(targets) << targets.error().message;
    EXPECT_THAT(*targets, SizeIs(1));
  }
  EXPECT_THAT(parse_targets_file("a: 1\n", "t.yaml").error().message, HasSubstr("t.yaml"));
}

}  // namespace
}  // namespace joulemark::redfish
