// The source with its own thread, as the exporter uses it.
#include "sources/redfish/redfish_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>

#include "tests/fakes/fake_files.h"
#include "tests/fakes/function_fleet.h"
#include "tests/fakes/keeping_sink.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class RedfishSourceTest : public ::testing::Test {
 protected:
  RedfishSourceTest() {
    host.http_fleet = [this] {
      return std::make_unique<FunctionFleet>(
          clock, std::vector<FunctionFleet::Service>{[this](const HttpRequest& request) {
            return answer(request);
          }},
          std::vector<Duration>{20ms});
    };
  }

  Result<HttpResponse> answer(const HttpRequest& request) {
    if (held) released.wait();
    const auto reply = [](std::string body, int status = 200) {
      return HttpResponse{.status = status, .body = std::move(body)};
    };
    if (request.method == "POST") {
      ++sessions;
      HttpResponse out = reply(R"({"@odata.id": "/redfish/v1/S/1"})", 201);
      out.headers = {{"x-auth-token", "t"}};
      return out;
    }
    if (request.method == "DELETE") --sessions;
    if (dead) return fail(ErrorCode::kUnavailable, "connection refused");
    if (request.url.ends_with("/redfish/v1"))
      return reply(R"({"Chassis": {"@odata.id": "/redfish/v1/Chassis"}})");
    if (request.url.ends_with("/Chassis"))
      return reply(R"({"Members": [{"@odata.id": "/redfish/v1/Chassis/1"}]})");
    if (request.url.ends_with("/Chassis/1"))
      return reply(R"({"Id": "1", "Power": {"@odata.id": "/redfish/v1/Chassis/1/Power"}})");
    return reply(R"({"PowerControl": [{"PowerConsumedWatts": 412}]})");
  }

  std::unique_ptr<Source> open(const std::string& yaml) {
    auto opened = k_redfish_source.open(*Settings::parse(yaml, "j.yaml"), host);
    EXPECT_TRUE(opened && opened->size() == 1);
    return std::move(opened->front());
  }
  // Reads until it is so; the loop's thread makes time pass.
  template <class What>
  bool reads_until(Source& source, What what) {
    for (int i = 0; i < 5000; ++i) {
      last = source.read(sink, clock.monotonic() + 1s);
      if (what()) return true;
      std::this_thread::sleep_for(1ms);
    }
    return false;
  }

  FakeClock clock;
  FakeFiles files{{"word", "s3cret\n"}};
  Host host{clock, files, files, files, "exporter"};
  std::atomic<int> sessions = 0;
  std::atomic<bool> dead = false;
  bool held = false;  // no answer before `released`: the loop is faster than a busy machine's test
  std::latch released{1};
  KeepingSink sink;
  Result<void> last;
  const std::string target =
      "targets: [{url: 'https://a', node: n1, username: u, password_file: word}]\n";
};

TEST_F(RedfishSourceTest, FindsSensorsInTheBackgroundAndThenDelivers) {
  held = true;
  const auto source = open(target);
  EXPECT_THAT(*source->discover(), IsEmpty());
  released.count_down();
  std::vector<Sensor> sensors;
  ASSERT_TRUE(reads_until(*source, [&] {
    EXPECT_TRUE(last) << "to be discovered is no error";
    if (source->sensors_changed()) sensors = *source->discover();
    return !sensors.empty();
  }));
  EXPECT_THAT(sensors, SizeIs(1));
  EXPECT_THAT(sink.readings, IsEmpty());
  EXPECT_FALSE(source->sensors_changed());
  ASSERT_TRUE(reads_until(*source, [&] { return sink.readings.size() > 3; }));
  EXPECT_EQ(std::get<Watts>(sink.readings[0].value), Watts(412.0));
}

TEST_F(RedfishSourceTest, TellsOfEveryServiceWhetherItIsRead) {
  held = true;
  const auto source = open(target);
  static_cast<void>(source->discover());
  last = source->read(sink, clock.monotonic() + 1s);
  EXPECT_THAT(*source->targets(), IsEmpty()) << "not tried yet";
  released.count_down();
  const auto is = [&](bool up) {
    return *source->targets() == std::vector<TargetHealth>{{"https://a", "n1", up}};
  };
  ASSERT_TRUE(reads_until(*source, [&] { return is(true); }));
  const TargetsHealth before = source->targets();
  last = source->read(sink, clock.monotonic() + 1s);
  EXPECT_EQ(source->targets(), before) << "the same object while nothing changes";
  dead = true;
  ASSERT_TRUE(reads_until(*source, [&] { return is(false); }));
  EXPECT_TRUE(before->front().up) << "nobody's copy changes";
  dead = false;
  ASSERT_TRUE(reads_until(*source, [&] { return is(true); }));
}

TEST_F(RedfishSourceTest, ClosesItsSessionsWhenItGoes) {
  auto source = open(target);
  static_cast<void>(source->discover());
  ASSERT_TRUE(reads_until(*source, [&] { return sessions == 1; }));
  source.reset();
  EXPECT_EQ(sessions, 0);
}

TEST_F(RedfishSourceTest, NamesTheServiceThatFails) {
  dead = true;
  const auto source = open(target);
  static_cast<void>(source->discover());
  ASSERT_TRUE(reads_until(*source, [&] { return !last; }));
  EXPECT_THAT(last.error().message, HasSubstr("n1 (https://a): "));
  EXPECT_NE(last.error().code, ErrorCode::kNotPresent) << "no reason to discover all of them";
}

TEST_F(RedfishSourceTest, IsNotThereWithoutTargetsAndNotWithoutHttp) {
  const auto none = k_redfish_source.open(*Settings::parse("", "j.yaml"), host);
  EXPECT_EQ(none.error().code, ErrorCode::kNotPresent);
  host.http_fleet = nullptr;
  const auto no_http = k_redfish_source.open(*Settings::parse(target, "j.yaml"), host);
  EXPECT_EQ(no_http.error().code, ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace joulemark
