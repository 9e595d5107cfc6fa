#include "sources/replay/replay_source.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <map>

#include "sources/registry.h"
#include "tests/fakes/fake_clock.h"
#include "tests/fakes/fake_files.h"
#include "tests/sources/replay/scenario_text.h"

namespace joulemark::replay {
namespace {

using namespace std::chrono_literals;

class Collected final : public Sink {
 public:
  void deliver(const Reading& reading) override { readings.push_back(reading); }
  std::vector<Reading> readings;
};

const std::string kRack = with_loads(
    "  flat: {kind: constant, watts: 500}\n"
    "  pulse: {kind: square, low_watts: 300, high_watts: 1000, period: 1.37s, duty: 0.61}\n",
    "  - name: r1\n    sensors:\n"
    "      - {id: e, scope: node, quantity: energy, resolution_joules: 0.001, load: flat}\n"
    "      - {id: i, scope: 'node/gpu:0', quantity: power, load: pulse}\n"
    "      - {id: a, scope: 'node/gpu:1', quantity: power, load: pulse, averaging: 1s, "
    "update_interval: 1s}\n"
    "  - name: r2\n    sensors:\n"
    "      - {id: i, scope: node, quantity: power, load: pulse, noise_watts: 3, update_interval: "
    "700ms, faults: [{kind: gap, at: 10d, for: 1h}]}\n");

struct Rig {
  FakeClock clock{*parse()};
  FakeFiles files{{"etc/jm/rack.yaml", kRack}};
  FakeFiles none;
  Host host{clock, none, none, files, "exporter"};

  static std::optional<UtcTime> parse() { return parsed(kRack).epoch + std::chrono::hours(240); }

  Result<std::vector<std::unique_ptr<Source>>> open(const std::string& yaml) {
    const auto settings = Settings::parse(yaml, "etc/jm/config.yaml");
    return k_replay_source.open(*settings, host);
  }
};

std::vector<Sensor> sensors_of(Source& source) { return source.discover().value(); }

TEST(ReplaySource, IsListedAndOffByDefault) {
  const SourceEntry* entry = find_source("replay");
  ASSERT_NE(entry, nullptr);
  EXPECT_FALSE(entry->on_by_default);
}

TEST(ReplaySource, HasOneSourcePerNodeAndWayOfSampling) {
  Rig rig;
  const auto sources = rig.open("scenario: rack.yaml\ninterval: 50ms\n");
  ASSERT_TRUE(sources) << sources.error().message;
  ASSERT_EQ(sources->size(), 3U);
  std::map<std::string, Sampling> seen;
  for (const auto& source : *sources)
    for (const Sensor& sensor : sensors_of(*source)) {
      seen[sensor.node + "/" + sensor.id] = sensor.metrology.sampling;
      EXPECT_EQ(sensor.metrology.sampling, sensors_of(*source)[0].metrology.sampling);
      EXPECT_EQ(sensor.metrology.sampling_interval, Duration(50ms));
    }
  const std::map<std::string, Sampling> expected{{"r1/e", Sampling::kPeriodic},
                                                 {"r1/i", Sampling::kStratified},
                                                 {"r1/a", Sampling::kPeriodic},
                                                 {"r2/i", Sampling::kStratified}};
  EXPECT_EQ(seen, expected);
}

TEST(ReplaySource, ReadsPeriodicallyOnlyWhatIsContiguous) {
  const auto sampling = [](const std::string& more, Duration interval) {
    return sampling_of(sensor(power_sensor("flat", more)).sensor, interval);
  };
  EXPECT_EQ(sampling("averaging: 1s, update_interval: 1s", 1s), Sampling::kPeriodic);
  EXPECT_EQ(sampling("averaging: 1s", 1s), Sampling::kPeriodic);
  EXPECT_EQ(sampling("averaging: 1s", 2s), Sampling::kStratified);
  EXPECT_EQ(sampling("averaging: 1s, update_interval: 2s", 100ms), Sampling::kStratified);
  EXPECT_EQ(sampling("averaging: 1s, observed_ratio: 0.25", 1s), Sampling::kStratified);
  EXPECT_EQ(sampling("averaging: 1s, update_interval_known: false", 1s), Sampling::kStratified);
}

TEST(ReplaySource, PlaysOnlyTheNodesAskedFor) {
  Rig rig;
  const auto sources = rig.open("scenario: rack.yaml\nnodes: [r2]\n");
  ASSERT_TRUE(sources) << sources.error().message;
  ASSERT_EQ(sources->size(), 1U);
  EXPECT_EQ(sensors_of(*(*sources)[0])[0].node, "r2");
}

TEST(ReplaySource, SaysWhatIsWrongWithItsSettings) {
  Rig rig;
  const auto message = [&](const std::string& yaml) { return rig.open(yaml).error().message; };
  EXPECT_EQ(message("interval: 1s\n"), "etc/jm/config.yaml:1: needs the key 'scenario'");
  EXPECT_EQ(message("scenario: ''\n"),
            "etc/jm/config.yaml:1: scenario: expected the path of a scenario file");
  EXPECT_EQ(message("scenario: rack.yaml\ninterval: 0s\n"),
            "etc/jm/config.yaml:2: interval: must be from 1ms to 1h");
  EXPECT_EQ(message("scenario: rack.yaml\nnodes: [r1, r7]\n"),
            "etc/jm/config.yaml:2: nodes: the scenario has no node 'r7'");
  EXPECT_EQ(message("scenario: rack.yaml\nnodes: r1\n"),
            "etc/jm/config.yaml:2: nodes: expected a list of names of nodes");
  EXPECT_EQ(message("scenario: rack.yaml\nscale: 1\n"), "etc/jm/config.yaml:2: scale: unknown key");
}

TEST(ReplaySource, TakesAMissingScenarioForAMistake) {
  Rig rig;
  const auto sources = rig.open("scenario: none.yaml\n");
  ASSERT_FALSE(sources);
  EXPECT_EQ(sources.error().code, ErrorCode::kInvalid);
  EXPECT_NE(sources.error().message.find("etc/jm/none.yaml"), std::string::npos);
}

TEST(ReplaySource, StampsEachValueWithItsMoment) {
  Rig rig;
  const auto sources = rig.open("scenario: rack.yaml\n");
  Collected collected;
  ASSERT_TRUE((*sources)[0]->read(collected, Deadline{}));
  ASSERT_EQ(collected.readings.size(), 2U);
  EXPECT_EQ(collected.readings[0].time, rig.clock.now());
  EXPECT_EQ(std::get<EnergyCount>(collected.readings[0].value).counts,
            static_cast<std::uint64_t>(864'000) * 500'000);
}

TEST(ReplaySource, DeliversNothingInAGapAndIsWellAllTheSame) {
  Rig rig;
  const auto sources = rig.open("scenario: rack.yaml\nnodes: [r2]\n");
  Collected collected;
  EXPECT_TRUE((*sources)[0]->read(collected, Deadline{}));
  EXPECT_TRUE(collected.readings.empty());
  rig.clock.advance(1h);
  EXPECT_TRUE((*sources)[0]->read(collected, Deadline{}));
  EXPECT_EQ(collected.readings.size(), 1U);
}

TEST(ReplaySource, DeliversNothingBeforeTheEpoch) {
  Rig rig;
  rig.clock.step_wall_clock(-std::chrono::hours(241));
  Collected collected;
  const auto sources = rig.open("scenario: rack.yaml\n");
  for (const auto& source : *sources) EXPECT_TRUE(source->read(collected, Deadline{}));
  EXPECT_TRUE(collected.readings.empty());
}

TEST(ReplaySource, SaysTheSameInTwoPrograms) {
  Rig one;
  Rig two;
  const auto a = one.open("scenario: rack.yaml\n");
  const auto b = two.open("scenario: rack.yaml\n");
  Collected first;
  Collected second;
  for (int i = 0; i < 500; ++i) {
    one.clock.advance(73ms);
    two.clock.advance(73ms);
    for (std::size_t s = 0; s < a->size(); ++s) {
      ASSERT_TRUE((*a)[s]->read(first, Deadline{}));
      ASSERT_TRUE((*b)[s]->read(second, Deadline{}));
    }
  }
  ASSERT_EQ(first.readings.size(), second.readings.size());
  for (std::size_t i = 0; i < first.readings.size(); ++i) {
    EXPECT_EQ(first.readings[i].time, second.readings[i].time);
    EXPECT_EQ(first.readings[i].value, second.readings[i].value);
  }
}

TEST(ReplaySource, ReadsThousandsOfSensorsAtTenHertzOnOneCore) {
  std::string sensors;
  for (int i = 0; i < 1000; ++i) {
    const std::string id = std::to_string(i);
    sensors += (i == 0 ? "" : ", ") + std::string("{id: s") + id + ", scope: 'node/gpu:" + id +
               "', quantity: " +
               (i % 2 == 0 ? "power, noise_watts: 1, averaging: 1s"
                           : "energy, resolution_joules: 0.001, modulus_joules: 65000") +
               ", load: pulse, update_interval: 100ms}";
  }
  const Scenario scenario = parsed(with_sensors(sensors));
  const FakeClock clock(scenario.epoch + std::chrono::hours(24 * 300));
  ReplaySource source(clock, scenario.epoch, scenario.nodes[0].sensors);
  Collected collected;
  collected.readings.reserve(100'000);
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(source.read(collected, Deadline{}));
  const double each = seconds(std::chrono::steady_clock::now() - begin) / 1e5;
  EXPECT_EQ(collected.readings.size(), 100'000U);
  RecordProperty("nanoseconds_per_reading", static_cast<int>(each * 1e9));
  EXPECT_LT(each, 20e-6) << "5,000 sensors at 10 Hz would need a core (loose: sanitizers)";
}

}  // namespace
}  // namespace joulemark::replay
