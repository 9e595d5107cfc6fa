// Readings again and again, and many services at once, against services that are functions.
#include "sources/redfish/client/errand.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sources/redfish/client/discovery.h"
#include "sources/redfish/client/probe.h"
#include "tests/fakes/function_fleet.h"

namespace joulemark::redfish {
namespace {

using namespace std::chrono_literals;
using ::testing::Each;
using ::testing::SizeIs;

HttpResponse reply(int status, std::string body) {
  return {.status = status, .body = std::move(body)};
}

FunctionFleet::Service service_with_power(FakeClock& clock) {
  return [&clock](const HttpRequest& request) {
    if (request.method == "POST") {
      HttpResponse out = reply(201, R"({"@odata.id": "/redfish/v1/S/1"})");
      out.headers = {{"x-auth-token", "t"}};
      return out;
    }
    if (request.url.ends_with("/P"))  // changes every two seconds
      return reply(
          200, R"({"Reading": )" + std::to_string(clock.monotonic().time_since_epoch() / 2s) + "}");
    return reply(200, "{}");
  };
}

class Reader final : public Errand {
 public:
  explicit Reader(Duration length)
      : talk_({.base_url = "https://bmc", .username = "u", .password = "p"}),
        probe_({power()}, 1s, length) {}
  Conversation& conversation() override { return talk_; }
  bool advance(MonotonicTime now) override { return probe_.advance(talk_, now); }
  [[nodiscard]] MonotonicTime wake() const override { return probe_.wake(); }
  [[nodiscard]] const std::vector<ProbeSample>& samples() const { return probe_.samples(0); }

 private:
  static Measured power() {
    Measured one;
    one.path = "/redfish/v1/P";
    one.pointer = "/Reading";
    return one;
  }
  Conversation talk_;
  Probe probe_;
};

std::size_t count(const FunctionFleet& fleet, std::size_t server, const std::string& method) {
  return static_cast<std::size_t>(
      std::count(fleet.log.begin(), fleet.log.end(), std::pair(server, method)));
}

TEST(RedfishErrands, ReadOnceASecondInOneSessionThatIsClosed) {
  FakeClock clock;
  FunctionFleet fleet(clock, {service_with_power(clock)}, {30ms});
  Reader reader(10s);
  run_errands(
      fleet, clock, {&reader}, [] { return false; }, [](std::size_t) {});
  EXPECT_THAT(reader.samples(), SizeIs(::testing::AllOf(::testing::Ge(9U), ::testing::Le(11U))));
  EXPECT_EQ(count(fleet, 0, "POST"), 1U);
  EXPECT_EQ(count(fleet, 0, "DELETE"), 1U);
  EXPECT_EQ(fleet.log.back().second, "DELETE");
}

TEST(RedfishErrands, ASlowServiceCostsAQuickOneNothing) {
  FakeClock clock;
  FunctionFleet fleet(clock, {service_with_power(clock), service_with_power(clock)}, {30ms, 4s});
  Reader quick(10s), slow(10s);
  run_errands(
      fleet, clock, {&quick, &slow}, [] { return false; }, [](std::size_t) {});
  EXPECT_GE(quick.samples().size(), 9U);
  for (std::size_t i = 1; i < quick.samples().size(); ++i)
    EXPECT_LT(quick.samples()[i].time - quick.samples()[i - 1].time, 1100ms);
  EXPECT_LE(slow.samples().size(), 3U);
}

TEST(RedfishErrands, AStopClosesEverySession) {
  FakeClock clock;
  FunctionFleet fleet(clock, {service_with_power(clock), service_with_power(clock)}, {30ms, 70ms});
  Reader a(1h), b(1h);
  const MonotonicTime end = clock.monotonic() + 3s;
  run_errands(
      fleet, clock, {&a, &b}, [&] { return clock.monotonic() >= end; }, [](std::size_t) {});
  EXPECT_EQ(count(fleet, 0, "DELETE"), 1U);
  EXPECT_EQ(count(fleet, 1, "DELETE"), 1U);
  EXPECT_LT(clock.monotonic(), end + 1s);
}

TEST(RedfishErrands, AServiceThatNeverAnswersEnds) {
  FakeClock clock;
  FunctionFleet fleet(
      clock, {[](const HttpRequest&) { return fail(ErrorCode::kTimeout, "no answer"); }}, {10s});
  class Look final : public Errand {
   public:
    Conversation& conversation() override { return talk; }
    bool advance(MonotonicTime) override { return discovery.advance(); }
    [[nodiscard]] MonotonicTime wake() const override { return {}; }
    Conversation talk{{.base_url = "https://bmc", .username = "u", .password = "p"}};
    Discovery discovery{talk};
  } look;
  std::vector<std::size_t> seen;
  run_errands(
      fleet, clock, {&look}, [] { return false; }, [&](std::size_t done) { seen.push_back(done); });
  EXPECT_TRUE(look.discovery.error());
  EXPECT_EQ(seen.back(), 1U);
  EXPECT_THAT(fleet.log, Each(std::pair<std::size_t, std::string>(0, "GET")));
  EXPECT_EQ(fleet.log.size(), 4U);
}

}  // namespace
}  // namespace joulemark::redfish
