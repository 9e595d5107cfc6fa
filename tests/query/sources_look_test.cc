// Real threads and the real clock: what must hold while a device hangs.
#include "query/sources_look.h"

#include <gmock/gmock.h>

#include <array>
#include <thread>

#include "core/guarded.h"
#include "platform/system_clock.h"
#include "tests/fakes/fake_files.h"
#include "tests/fakes/scripted_source.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

using Sources = std::vector<std::unique_ptr<Source>>;
using Open = std::function<Result<Sources>(const Host&)>;

// What the entries below open; each test puts its own behaviour here.
std::array<Guarded<Open>, 3>& scripts() {
  static std::array<Guarded<Open>, 3> s;
  return s;
}
template <std::size_t N>
Result<Sources> open_script(const Settings&, const Host& host) {
  return scripts()[N].with([](const Open& open) { return open; })(host);
}
constexpr std::array kKnown = {SourceEntry{"first", "one", true, open_script<0>},
                               SourceEntry{"second", "two", true, open_script<1>},
                               SourceEntry{"third", "three", false, open_script<2>}};

std::unique_ptr<Source> rising(const std::string& id) {
  static const SystemClock kClock;
  Sensor sensor = counter_sensor(id);
  sensor.metrology.sampling_interval = 5ms;
  return std::make_unique<ScriptedSource>(
      [sensor] { return std::vector<Sensor>{sensor}; },
      [n = std::uint64_t{0}](Sink& sink, Deadline) mutable {
        sink.deliver({0, kClock.now(), EnergyCount{n += 100'000}});
        return Result<void>();
      });
}
std::unique_ptr<Source> waiting_in_discover(const std::shared_ptr<Door>& door) {
  return std::make_unique<ScriptedSource>(
      [door]() -> Result<std::vector<Sensor>> {
        door->wait();
        return fail(ErrorCode::kNotPresent, "let go");
      },
      [](Sink&, Deadline) { return Result<void>(); });
}
std::unique_ptr<Source> waiting_in_read(const std::shared_ptr<Door>& door) {
  return std::make_unique<ScriptedSource>(
      [] { return std::vector<Sensor>{counter_sensor("stuck")}; },
      [door](Sink&, Deadline) {
        door->wait();
        return Result<void>();
      });
}
template <class... S>
Sources all(S... source) {
  Sources out;
  (out.push_back(std::move(source)), ...);
  return out;
}

class SourcesLooks : public testing::Test {
 protected:
  SourcesLooks() {
    for (std::size_t i = 0; i < scripts().size(); ++i)
      set(i, [](const Host&) -> Result<Sources> { return fail(ErrorCode::kNotPresent, "none"); });
  }
  ~SourcesLooks() override {
    // Threads that were left behind hold the host.
    door->open();
    for (int i = 0; i < 500 && host.use_count() > 1; ++i) std::this_thread::sleep_for(10ms);
    EXPECT_EQ(host.use_count(), 1);
  }
  static void set(std::size_t which, Open open) {
    scripts()[which].with([&](Open& current) { current = std::move(open); });
  }
  static void fail_to_open(std::size_t which, ErrorCode code, const std::string& message) {
    set(which, [=](const Host&) -> Result<Sources> { return fail(code, message); });
  }
  std::vector<SourceLook> look() { return look_at_sources(kKnown, host, options); }

  SystemClock clock;
  FakeFiles files;
  std::shared_ptr<const Host> host =
      std::make_shared<const Host>(Host{clock, files, files, files, "n1"});
  std::shared_ptr<Door> door = std::make_shared<Door>();
  LookOptions options{.time = 50ms, .named = {}, .answer_limit = 300ms, .read_limit = 200ms};
};

TEST_F(SourcesLooks, FindWhatIsThereAndSayNothingOfWhatIsNot) {
  set(0, [](const Host&) { return all(rising("a"), rising("b")); });
  const auto looks = look();
  ASSERT_THAT(looks, SizeIs(3));
  EXPECT_EQ(looks[0].state, SourceState::kFound);
  ASSERT_THAT(looks[0].sensors, SizeIs(2));
  EXPECT_TRUE(looks[0].sensors[0].power);
  EXPECT_TRUE(looks[0].sensors[1].power);
  EXPECT_THAT(looks[0].problems, IsEmpty());
  EXPECT_EQ(looks[1].state, SourceState::kNothingHere);
  EXPECT_THAT(looks[1].problems, IsEmpty());
}

TEST_F(SourcesLooks, ASourceThatIsOffByDefaultIsOpenedOnlyIfItIsNamed) {
  set(2, [](const Host&) { return all(rising("a")); });
  EXPECT_EQ(look()[2].state, SourceState::kOff);
  options.named = {"third"};
  EXPECT_EQ(look()[2].state, SourceState::kFound);
}

TEST_F(SourcesLooks, ADeviceThatHangsCostsTheOthersNothingAndEndsAtTheDeadline) {
  set(0, [this](const Host&) { return all(rising("a"), waiting_in_discover(door)); });
  set(1, [held = door](const Host&) -> Result<Sources> {
    held->wait();
    return fail(ErrorCode::kNotPresent, "let go");
  });
  const auto begun = std::chrono::steady_clock::now();
  const auto looks = look();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 2s);
  EXPECT_EQ(looks[0].state, SourceState::kFound);
  ASSERT_THAT(looks[0].sensors, SizeIs(1));
  EXPECT_TRUE(looks[0].sensors[0].power);
  EXPECT_THAT(looks[0].problems, ElementsAre(HasSubstr("did not say within 300ms")));
  EXPECT_EQ(looks[1].state, SourceState::kNoAnswer);
  EXPECT_THAT(looks[1].problems, ElementsAre(HasSubstr("did not end within 300ms")));
}

TEST_F(SourcesLooks, AReadThatHangsLeavesItsSensorsWithoutPower) {
  set(0, [this](const Host&) { return all(waiting_in_read(door)); });
  const auto looks = look();
  EXPECT_EQ(looks[0].state, SourceState::kFound);
  ASSERT_THAT(looks[0].sensors, SizeIs(1));
  EXPECT_FALSE(looks[0].sensors[0].alive);
  EXPECT_THAT(looks[0].problems, ElementsAre(HasSubstr("a read did not end within 200ms")));
}

TEST_F(SourcesLooks, NoPermissionNamesTheRemedy) {
  fail_to_open(0, ErrorCode::kPermission, "energy_uj may not be read");
  const auto looks = look();
  EXPECT_EQ(looks[0].state, SourceState::kNoPermission);
  EXPECT_THAT(looks[0].problems,
              ElementsAre(testing::AllOf(HasSubstr("energy_uj may not be read"),
                                         HasSubstr("setcap cap_dac_read_search"))));
}

TEST_F(SourcesLooks, WhatAsksForARemedyStandsAboveWhatIsSimplyNotThere) {
  set(0, [](const Host&) {
    const auto failing = [](ErrorCode code) {
      return std::make_unique<ScriptedSource>(
          [code]() -> Result<std::vector<Sensor>> { return fail(code, "why"); },
          [](Sink&, Deadline) { return Result<void>(); });
    };
    return all(failing(ErrorCode::kNotPresent), failing(ErrorCode::kPermission),
               failing(ErrorCode::kUnavailable));
  });
  const auto looks = look();
  EXPECT_EQ(looks[0].state, SourceState::kNoPermission);
  EXPECT_THAT(looks[0].problems, SizeIs(2));
}

TEST_F(SourcesLooks, ASourceThatCannotWorkWithoutSettingsNeedsConfiguration) {
  fail_to_open(2, ErrorCode::kInvalid, "scenario: is missing");
  options.named = {"third"};
  const auto looks = look();
  EXPECT_EQ(looks[2].state, SourceState::kNeedsConfiguration);
  EXPECT_THAT(looks[2].problems, ElementsAre("scenario: is missing"));
}

TEST_F(SourcesLooks, WarningsOfADiscoveryStandBesideTheirSource) {
  set(0, [](const Host& own) {
    const auto warn = own.warn;
    return all(std::make_unique<ScriptedSource>(
        [warn]() -> Result<std::vector<Sensor>> {
          warn("first: zone 7 \x01 is odd");
          return std::vector<Sensor>{counter_sensor("c")};
        },
        [](Sink&, Deadline) { return Result<void>(); }));
  });
  EXPECT_THAT(look()[0].warnings, ElementsAre("first: zone 7  is odd"));
}

TEST_F(SourcesLooks, ASensorThatTwoDevicesNameIsShownOnce) {
  set(0, [](const Host&) { return all(rising("a"), rising("a")); });
  const auto looks = look();
  EXPECT_THAT(looks[0].sensors, SizeIs(1));
  EXPECT_THAT(looks[0].problems, ElementsAre("sensor 'a' exists twice; the second is left out"));
}

}  // namespace
}  // namespace joulemark
