// Real threads and the real clock: what must hold while a device hangs.
#include "exporter/source_set.h"

#include <gmock/gmock.h>

#include <array>
#include <atomic>
#include <thread>

#include "platform/system_clock.h"
#include "tests/fakes/fake_files.h"
#include "tests/fakes/scripted_source.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;
using RealClock = std::chrono::steady_clock;
using Sources = std::vector<std::unique_ptr<Source>>;

using Open = std::function<Result<Sources>(const Settings&)>;

// What the entries below open; each test puts its own behaviour here.
struct Script {
  Guarded<Open> steady, hanging;
  std::atomic<int> opened{0};
};
Script& script() {
  static Script s;
  return s;
}
void set_up(Guarded<Open>& which, Open open) {
  which.with([&](Open& current) { current = std::move(open); });
}
Open current(Guarded<Open>& which) {
  return which.with([](const Open& open) { return open; });
}

Result<Sources> open_steady(const Settings& settings, const Host&) {
  ++script().opened;
  return current(script().steady)(settings);
}
Result<Sources> open_hanging(const Settings& settings, const Host&) {
  return current(script().hanging)(settings);
}

constexpr std::array kKnown = {SourceEntry{"steady", "", true, open_steady},
                               SourceEntry{"hanging", "", true, open_hanging}};

Sources one(std::unique_ptr<Source> source) {
  Sources out;
  out.push_back(std::move(source));
  return out;
}

Result<Sources> counting(const std::string& id) {
  static const SystemClock kClock;
  Sensor sensor = counter_sensor(id);
  sensor.source = "steady";
  sensor.metrology.sampling_interval = 5ms;
  return one(
      std::make_unique<ScriptedSource>([sensor] { return Result<std::vector<Sensor>>({sensor}); },
                                       [n = std::uint64_t{0}](Sink& sink, Deadline) mutable {
                                         sink.deliver({0, kClock.now(), EnergyCount{n += 1000}});
                                         return Result<void>();
                                       }));
}

class SourceSetTest : public testing::Test {
 protected:
  SourceSetTest() {
    set_up(script().steady, [](const Settings&) { return counting("c"); });
    set_up(script().hanging, [](const Settings&) -> Result<Sources> {
      return fail(ErrorCode::kNotPresent, "not in this test");
    });
  }
  ~SourceSetTest() override {
    door->open();
    EXPECT_TRUE(set.stop(5s));
  }

  static Config config(const char* yaml = "") {
    Overrides overrides;
    overrides.config_file = "c.yaml";
    auto read = read_config(yaml, overrides, kKnown);
    if (!read) throw std::runtime_error(read.error().message);
    return *read;
  }
  Snapshot snapshot() {
    return ledger->with([&](Ledger& l) { return l.snapshot(clock.monotonic()); });
  }
  template <class Condition>
  bool eventually(Condition condition) {
    const auto end = RealClock::now() + 5s;
    while (!condition())
      if (RealClock::now() > end)
        return false;
      else
        std::this_thread::sleep_for(2ms);
    return true;
  }
  bool steady_is_read() {
    return eventually([&] {
      const Snapshot now = snapshot();
      return !now.sensors.empty() && now.sensors[0].fresh && now.sensors[0].state->power;
    });
  }

  // They outlive a thread that a test leaves behind.
  static inline const SystemClock clock;
  static inline FakeFiles files;
  std::shared_ptr<Door> door = std::make_shared<Door>();
  SharedLedger ledger = std::make_shared<Guarded<Ledger>>();
  SourceSet set{ledger,
                std::make_shared<const Host>(Host{clock, files, files, files, "n1"}),
                {"n1", false, 7}};
};

TEST_F(SourceSetTest, ReadsWhatItStarts) {
  ASSERT_TRUE(set.apply(config()));
  EXPECT_TRUE(steady_is_read());
}

TEST_F(SourceSetTest, AHangingReadTakesOnlyItself) {
  set_up(script().hanging, [this](const Settings&) -> Result<Sources> {
    return one(std::make_unique<ScriptedSource>(
        [] { return Result<std::vector<Sensor>>({power_sensor("p")}); },
        [d = door](Sink&, Deadline) {
          d->wait();
          return Result<void>();
        }));
  });
  ASSERT_TRUE(set.apply(config()));
  EXPECT_TRUE(steady_is_read());
  EXPECT_TRUE(eventually([&] {
    set.watch();
    for (const SourceView& source : snapshot().sources)
      if (source.name == "hanging")
        return !source.up &&
               source.totals.errors[static_cast<std::size_t>(ErrorCode::kTimeout)] == 1;
    return false;
  }));
  const auto begin = RealClock::now();
  EXPECT_FALSE(set.stop(200ms));
  EXPECT_LT(RealClock::now() - begin, 1s);
}

TEST_F(SourceSetTest, LetsDevicesGoAndSaysWhoHasNone) {
  set_up(script().hanging, [](const Settings&) -> Result<Sources> {
    auto holding = std::make_unique<ScriptedSource>(
        [] { return Result<std::vector<Sensor>>({power_sensor("p")}); },
        [](Sink&, Deadline) { return Result<void>(); });
    holding->released = [] { return true; };
    return one(std::move(holding));
  });
  ASSERT_TRUE(set.apply(config()));
  EXPECT_TRUE(steady_is_read());
  for (const char* name : {"hanging", "hanging", ""}) {  // again, and all that have one
    const auto released = set.release(name, 1s);
    ASSERT_TRUE(released) << released.error().message;
    EXPECT_EQ(*released, std::vector<std::string>{"hanging"});
  }
  EXPECT_EQ(set.release("steady", 1s).error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(set.release("nobody", 1s).error().code, ErrorCode::kNotPresent);
  EXPECT_TRUE(steady_is_read());
}

TEST_F(SourceSetTest, AReloadLeavesAHangingReadBehindAndCountsIt) {
  set_up(script().hanging, [this](const Settings&) -> Result<Sources> {
    return one(std::make_unique<ScriptedSource>(
        [] { return Result<std::vector<Sensor>>({power_sensor("p")}); },
        [d = door](Sink& sink, Deadline) {
          d->wait();
          sink.deliver({0, UtcTime(1s), Watts(666)});
          return Result<void>();
        }));
  });
  ASSERT_TRUE(set.apply(config("schema: joulemark.config/1\nsources: {hanging: {a: 1}}\n")));
  ASSERT_TRUE(steady_is_read());
  ASSERT_TRUE(eventually([&] { return door->reached(); }));
  set_up(script().hanging, [](const Settings&) -> Result<Sources> { return counting("new"); });
  const auto begin = RealClock::now();
  ASSERT_TRUE(set.apply(config("schema: joulemark.config/1\nsources: {hanging: {a: 2}}\n")));
  EXPECT_LT(RealClock::now() - begin, 3s);
  EXPECT_TRUE(eventually([&] {
    for (const SourceView& source : snapshot().sources)
      if (source.name == "hanging") return source.up && source.totals.abandoned == 1;
    return false;
  }));
  door->open();
  std::this_thread::sleep_for(50ms);
  for (const SensorView& view : snapshot().sensors)
    EXPECT_FALSE(view.state && view.state->power == Watts(666));
}

TEST_F(SourceSetTest, AProbeThatHangsDelaysNeitherStartNorReadiness) {
  set_up(script().hanging, [d = door](const Settings&) -> Result<Sources> {
    d->wait();
    return fail(ErrorCode::kNotPresent, "at last");
  });
  const auto begin = RealClock::now();
  ASSERT_TRUE(set.apply(config()));
  EXPECT_LT(RealClock::now() - begin, 3s);
  EXPECT_TRUE(steady_is_read());
  EXPECT_TRUE(ledger->with([&](Ledger& l) { return l.sources.ready(clock.monotonic() + 5s); }));
}

TEST_F(SourceSetTest, UnchangedSourcesGoOnAtAReload) {
  ASSERT_TRUE(set.apply(config()));
  ASSERT_TRUE(steady_is_read());
  const UtcTime start = snapshot().sensors[0].state->start;
  const int opened = script().opened;
  ASSERT_TRUE(set.apply(config("schema: joulemark.config/1\nsources: {hanging: {x: 1}}\n")));
  EXPECT_EQ(script().opened, opened);
  EXPECT_EQ(snapshot().sensors[0].state->start, start);
}

TEST_F(SourceSetTest, ASensorKeepsItsCountWhenOnlyItsSourceIsReopened) {
  ASSERT_TRUE(set.apply(config()));
  ASSERT_TRUE(steady_is_read());
  const UtcTime start = snapshot().sensors[0].state->start;
  const int opened = script().opened;
  ASSERT_TRUE(set.apply(config("schema: joulemark.config/1\nsources: {steady: {x: 1}}\n")));
  EXPECT_EQ(script().opened, opened + 1);
  ASSERT_TRUE(steady_is_read());
  EXPECT_EQ(snapshot().sensors[0].state->start, start);
}

TEST_F(SourceSetTest, WrongSettingsLeaveEverythingAsItWas) {
  ASSERT_TRUE(set.apply(config()));
  ASSERT_TRUE(steady_is_read());
  set_up(script().hanging, [](const Settings& settings) -> Result<Sources> {
    return tl::unexpected<Error>(settings.error("unknown key").value());
  });
  const auto applied =
      set.apply(config("schema: joulemark.config/1\nsources:\n  hanging: {x: 1}\n"));
  ASSERT_FALSE(applied);
  EXPECT_EQ(applied.error().message, "c.yaml:3: sources.hanging: unknown key");
  EXPECT_TRUE(steady_is_read());
}

TEST_F(SourceSetTest, ADisabledSourceLeavesThePage) {
  ASSERT_TRUE(set.apply(config()));
  ASSERT_TRUE(steady_is_read());
  ASSERT_TRUE(
      set.apply(config("schema: joulemark.config/1\nsources: {steady: {enabled: false}}\n")));
  EXPECT_TRUE(snapshot().sensors.empty());
}

}  // namespace
}  // namespace joulemark
