#include "exporter/source_runner.h"

#include <gmock/gmock.h>

#include <cmath>
#include <stdexcept>

#include "tests/fakes/fake_clock.h"
#include "tests/fakes/fake_files.h"
#include "tests/fakes/scripted_source.h"

namespace joulemark {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr OwnerId kOwner{1};

// Runs one source on a fake clock in the thread of the test.
class SourceRunnerTest : public testing::Test {
 protected:
  SourceRunnerTest() {
    ledger->with([&](Ledger& l) { l.sources.start(kOwner, "test", true, clock.monotonic()); });
  }

  // Ends when `until` of fake time has passed.
  void run(ScriptedSource::Discover discover, ScriptedSource::Read read, Duration until,
           bool fixed_seed = false) {
    std::stop_source stop;
    const MonotonicTime end = clock.monotonic() + until;
    auto wrapped = [&, read = std::move(read)](Sink& sink, Deadline deadline) {
      if (clock.monotonic() >= end) stop.request_stop();
      moments.push_back(clock.monotonic());
      return read(sink, deadline);
    };
    auto guarded = [&, discover = std::move(discover)] {
      ++discoveries;
      if (clock.monotonic() >= end) stop.request_stop();
      return discover();
    };
    RunnerContext context{
        ledger, std::make_shared<const Host>(Host{clock, files, files, files, "n1"}),
        "test", {"n1", "", Supply::kUnknown, fixed_seed},
        false,  42,
        release};
    auto source = std::make_unique<ScriptedSource>(guarded, wrapped);
    source->changed = changed;
    source->released = released;
    SourceRunner(std::move(source), kOwner, context).run(stop.get_token());
  }

  Snapshot snapshot() {
    return ledger->with([&](Ledger& l) { return l.snapshot(clock.monotonic()); });
  }
  std::uint64_t errors(ErrorCode code) {
    return snapshot().sources.at(0).totals.errors.at(static_cast<std::size_t>(code));
  }
  static ScriptedSource::Discover offer(const std::vector<Sensor>& sensors) {
    return [sensors] { return Result<std::vector<Sensor>>(sensors); };
  }
  ScriptedSource::Read constant(double watts) {
    return [this, watts](Sink& sink, Deadline) {
      sink.deliver({0, clock.now(), Watts(watts)});
      return Result<void>();
    };
  }

  FakeClock clock;
  FakeFiles files;
  SharedLedger ledger = std::make_shared<Guarded<Ledger>>();
  std::function<bool()> changed, released;
  std::shared_ptr<Release> release = std::make_shared<Release>();
  std::vector<MonotonicTime> moments;
  int discoveries = 0;
};

TEST_F(SourceRunnerTest, ReadsAnHourOfStrataInMilliseconds) {
  run(offer({power_sensor("p")}), constant(500), 1h);
  EXPECT_NEAR(static_cast<double>(moments.size()), 36'000, 2);
  const SensorView view = snapshot().sensors.at(0);
  const Joules energy = std::get<Joules>(view.energy);
  EXPECT_NEAR(energy.value(), 500 * seconds(view.state->time - view.state->start), 1e-6);
  EXPECT_EQ(view.state->uncovered, 0);
  for (std::size_t i = 1; i < moments.size(); ++i)
    ASSERT_EQ(moments[i].time_since_epoch() / 100ms, moments[i - 1].time_since_epoch() / 100ms + 1);
}

TEST_F(SourceRunnerTest, RandomMomentsMeasureALoadThatIsLockedToThePeriod) {
  // A pulse of 10 % duty, in phase with the strata: periodic readings would be wrong by a factor.
  auto pulse = [this](Sink& sink, Deadline) {
    const bool high = clock.monotonic().time_since_epoch() % Duration(100ms) < 10ms;
    sink.deliver({0, clock.now(), Watts(high ? 1000 : 0)});
    return Result<void>();
  };
  run(offer({power_sensor("p")}), pulse, 1h);
  const SensorView view = snapshot().sensors.at(0);
  const double truth = 100 * seconds(view.state->time - view.state->start);
  const double u = std::sqrt(view.state->variance);
  EXPECT_NEAR(std::get<Joules>(view.energy).value(), truth, 4 * u);
  EXPECT_LT(u / truth, 0.03);
}

TEST_F(SourceRunnerTest, ReadsPeriodicSensorsOnTheGrid) {
  run(
      offer({counter_sensor("c")}), [](Sink&, Deadline) { return Result<void>(); }, 1s);
  for (const MonotonicTime moment : moments)
    EXPECT_EQ(moment.time_since_epoch() % Duration(100ms), 0ns);
}

TEST_F(SourceRunnerTest, WithAKnownSeedMomentsStayRandomAndAreDeclaredPeriodic) {
  run(offer({power_sensor("p")}), constant(1), 1s, true);
  EXPECT_EQ(snapshot().sensors.at(0).text->sensor.metrology.sampling, Sampling::kPeriodic);
  int off_grid = 0;
  for (const MonotonicTime moment : moments)
    off_grid += moment.time_since_epoch() % Duration(100ms) != 0ns ? 1 : 0;
  EXPECT_GT(off_grid, 5);
}

TEST_F(SourceRunnerTest, TriesDiscoveryAgainWithGrowingWaitsUpToAMinute) {
  run([] { return fail(ErrorCode::kNotPresent, "no device"); }, constant(1), 10min);
  EXPECT_GT(discoveries, 10);
  EXPECT_LT(discoveries, 18);
  EXPECT_EQ(snapshot().sources.at(0).reason, "no device");
}

TEST_F(SourceRunnerTest, AnExceptionIsAnErrorOfTheSource) {
  run(
      offer({power_sensor("p")}),
      [](Sink&, Deadline) -> Result<void> { throw std::runtime_error("driver bug"); }, 5s);
  EXPECT_GT(errors(ErrorCode::kInternal), 1U);
  EXPECT_THAT(snapshot().sources.at(0).reason, HasSubstr("driver bug"));
}

TEST_F(SourceRunnerTest, BacksOffWhenAReadBringsNothing) {
  run(
      offer({power_sensor("p")}),
      [](Sink&, Deadline) -> Result<void> { return fail(ErrorCode::kUnavailable, "EIO"); }, 5min);
  EXPECT_LT(moments.size(), 50U);  // 3000 strata have passed
  EXPECT_GT(moments.size(), 30U);  // and never more than 10 s between reads
}

TEST_F(SourceRunnerTest, OneFailingSensorDoesNotSlowDownItsNeighbours) {
  run(
      offer({counter_sensor("bad"), counter_sensor("good")}),
      [this, n = 0ULL](Sink& sink, Deadline) mutable -> Result<void> {
        sink.deliver({1, clock.now(), EnergyCount{++n * 1000}});
        return fail(ErrorCode::kUnavailable, "EIO");
      },
      10s);
  EXPECT_GE(moments.size(), 100U);
  const Snapshot now = snapshot();
  EXPECT_FALSE(now.sensors.at(0).fresh);
  EXPECT_TRUE(now.sensors.at(1).fresh);
  EXPECT_FALSE(now.sources.at(0).up);
}

TEST_F(SourceRunnerTest, AReadThatLastsTooLongCountsAsATimeout) {
  run(
      offer({power_sensor("p")}),
      [this](Sink& sink, Deadline) {
        sink.deliver({0, clock.now(), Watts(1)});
        clock.advance(2s);
        return Result<void>();
      },
      10s);
  EXPECT_GT(errors(ErrorCode::kTimeout), 2U);
  EXPECT_FALSE(snapshot().sources.at(0).up);
  EXPECT_TRUE(snapshot().sensors.at(0).state);  // the reading stands
}

TEST_F(SourceRunnerTest, DiscoversAgainWhenADeviceHasVanished) {
  run(
      offer({counter_sensor("c")}),
      [this](Sink& sink, Deadline) -> Result<void> {
        const auto reads = moments.size();
        if (reads > 10 && reads < 14) return fail(ErrorCode::kNotPresent, "gone");
        sink.deliver({0, clock.now(), EnergyCount{reads}});
        return {};
      },
      30s);
  EXPECT_GE(discoveries, 2);
  const SensorView view = snapshot().sensors.at(0);
  EXPECT_TRUE(view.fresh);
  EXPECT_GT(view.state->start, clock.now() - 30s);  // the count began anew
}

TEST_F(SourceRunnerTest, ReadingsOfUnknownSensorsAreIgnored) {
  run(
      offer({power_sensor("p")}),
      [this](Sink& sink, Deadline) {
        sink.deliver({7, clock.now(), Watts(1)});
        return Result<void>();
      },
      1s);
  EXPECT_FALSE(snapshot().sensors.at(0).state);
}

TEST_F(SourceRunnerTest, ASensorThatMustNotBeServedDoesNotShiftItsNeighbours) {
  run(
      offer({power_sensor("", "node/x"), power_sensor("p")}),
      [this](Sink& sink, Deadline) {
        sink.deliver({0, clock.now(), Watts(1)});
        sink.deliver({1, clock.now(), Watts(2)});
        return Result<void>();
      },
      1s);
  ASSERT_EQ(snapshot().sensors.size(), 1U);
  EXPECT_EQ(snapshot().sensors[0].state->power, Watts(2));
}

TEST_F(SourceRunnerTest, ADeviceThatIsLetGoIsLeftAloneForThatTimeAndThenTakenUp) {
  int released_times = 0;
  released = [&] { return ++released_times > 0; };
  const MonotonicTime begin = clock.monotonic();
  bool asked = false;
  const auto read = [&](Sink& sink, Deadline) -> Result<void> {
    if (!asked && clock.monotonic() >= begin + 10s) release->ask(clock.monotonic() + 60s);
    asked = asked || clock.monotonic() >= begin + 10s;
    sink.deliver({0, clock.now(), Watts(5)});
    return {};
  };
  run(offer({power_sensor("p")}), read, 120s);
  EXPECT_EQ(released_times, 1);
  EXPECT_EQ(discoveries, 2);
  EXPECT_TRUE(release->holds());
  EXPECT_TRUE(release->wait({kOwner}, std::chrono::steady_clock::now()));
  Duration longest{0};
  for (std::size_t i = 1; i < moments.size(); ++i)
    longest = std::max(longest, moments[i] - moments[i - 1]);
  EXPECT_GE(longest, 59s);
  EXPECT_LE(longest, 63s);
}

TEST_F(SourceRunnerTest, ASourceThatHoldsNothingGoesOnWhenAskedToLetGo) {
  release->ask(clock.monotonic() + 30s);
  run(offer({power_sensor("p")}), constant(5), 60s);
  EXPECT_EQ(discoveries, 1);
  EXPECT_FALSE(release->holds());
  EXPECT_GT(moments.size(), 50U);
}

// The driver is not there: its absence is waited for at most a quarter of a second longer.
TEST_F(SourceRunnerTest, AlsoWhatCouldNotBeDiscoveredIsLeftAlone) {
  released = [] { return true; };
  std::vector<MonotonicTime> tries;
  const auto discover = [&]() -> Result<std::vector<Sensor>> {
    tries.push_back(clock.monotonic());
    if (tries.size() == 4) release->ask(clock.monotonic() + 300s);
    return fail(ErrorCode::kUnavailable, "no driver");
  };
  run(discover, constant(5), 400s);
  ASSERT_GT(tries.size(), 4U);
  EXPECT_GE(tries[4] - tries[3], 300s);
}

// A source whose devices are discovered in the background.
TEST_F(SourceRunnerTest, SensorsThatAreFoundLaterAreServedAndOthersGoOnUnbroken) {
  int found = 0, read_of = 0;
  changed = [&] { return found != read_of; };
  const auto discover = [&]() -> Result<std::vector<Sensor>> {
    read_of = found;
    std::vector<Sensor> out;
    out.reserve(2);
    for (int i = 0; i < found; ++i) out.push_back(counter_sensor("c" + std::to_string(i)));
    return out;
  };
  std::uint64_t counts = 0;
  const auto read = [&](Sink& sink, Deadline) -> Result<void> {
    counts += 1000;
    for (int i = 0; i < read_of; ++i)
      sink.deliver({static_cast<std::uint32_t>(i), clock.now(), EnergyCount{counts}});
    found = counts >= 40'000 ? 2 : counts >= 20'000 ? 1 : 0;
    return {};
  };
  run(discover, read, 60s);
  EXPECT_EQ(discoveries, 3);
  const auto sensors = snapshot().sensors;
  ASSERT_EQ(sensors.size(), 2U);
  EXPECT_EQ(std::get<EnergyCount>(sensors[0].energy).counts, counts - 21'000)
      << "from its first reading on, past the discovery of the other";
  EXPECT_EQ(sensors[0].state->resets, 0U);
  EXPECT_EQ(errors(ErrorCode::kNotPresent), 0U) << "nothing to be read yet is no error";
}

TEST_F(SourceRunnerTest, ReadsAsOftenAsTheSensorThatWantsItMost) {
  Sensor slow = counter_sensor("slow"), quick = counter_sensor("quick");
  slow.metrology.sampling_interval = 10s;
  quick.metrology.sampling_interval = 500ms;
  run(offer({slow, quick}), constant(1.0), 30s);
  EXPECT_NEAR(static_cast<double>(moments.size()), 61.0, 3.0);
}

}  // namespace
}  // namespace joulemark
