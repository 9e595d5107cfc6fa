#include "sources/replay/truth.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>

#include "core/time_text.h"
#include "tests/fakes/fake_files.h"
#include "tests/sources/replay/scenario_text.h"

namespace joulemark::replay {
namespace {

using namespace std::chrono_literals;

const std::string kTwoNodes = with_loads(
    "  flat: {kind: constant, watts: 500.5}\n"
    "  pulse: {kind: square, low_watts: 300, high_watts: 1000, period: 1.37s, duty: 0.61}\n",
    "  - name: r1\n    sensors:\n"
    "      - {id: e, scope: node, boundary: ac_input, quantity: energy, resolution_joules: 1, "
    "load: "
    "flat, gain_error: 0.1, offset_watts: 40, faults: [{kind: gap, at: 1s, for: 99d}]}\n"
    "      - {id: g, scope: 'node/gpu:0', boundary: component, quantity: power, load: pulse}\n"
    "  - name: r2\n    sensors: [{id: p, scope: node, quantity: power, load: pulse}]\n");

UtcTime epoch() { return parsed(kTwoNodes).epoch; }

TEST(Truth, IsTheLoadWithoutErrorsAndFaultsOfItsSensor) {
  const Scenario scenario = parsed(kTwoNodes);
  EXPECT_EQ(*true_energy(scenario, "r1", epoch() + 10s, epoch() + 20s), Joules(5005));
  EXPECT_EQ(*true_energy(scenario, "r1", "g", epoch(), epoch() + 1370ms * 100),
            Joules(137 * (300 + 0.61 * 700)));
  EXPECT_EQ(*true_energy(scenario, "r1", epoch(), epoch()), Joules(0));
}

// 33611358207/78125 J, by rational arithmetic in another language.
TEST(Truth, AgreesWithRationalArithmeticToTheLastDigit) {
  const Scenario scenario = parsed(with_loads(
      "  board: {kind: constant, watts: 118.5}\n"
      "  pulse: {kind: square, low_watts: 92, high_watts: 655, period: 1.37s, duty: 0.61, phase: "
      "0.2s}\n"
      "  host: {kind: square, low_watts: 74, high_watts: 181, period: 0.73s, duty: 0.43}\n"
      "  dc: {kind: sum, of: [board, pulse, host]}\n"
      "  ac: {kind: scale, of: dc, factor: 1.064}\n",
      "  - {name: r1, sensors: [{id: p, scope: node, quantity: power, load: ac}]}\n"));
  const UtcTime start = *parse_time("2026-11-30T09:00:00Z");
  EXPECT_EQ(*true_energy(scenario, "r1", start, start + 600s), Joules(430225.3850496));
}

TEST(Truth, AddsUpOverAdjacentWindowsFarFromTheEpoch) {
  const Scenario scenario = parsed(kTwoNodes);
  const UtcTime a = epoch() + 700'000'000s + 123'456'789ns;
  const UtcTime b = a + 17s + 3ns;
  const UtcTime c = b + 5s;
  EXPECT_NEAR((*true_energy(scenario, "r2", a, b) + *true_energy(scenario, "r2", b, c)).value(),
              true_energy(scenario, "r2", a, c)->value(), 1e-11);
}

TEST(Truth, RefusesWhatItCannotKnow) {
  const Scenario scenario = parsed(kTwoNodes);
  EXPECT_EQ(true_energy(scenario, "r3", epoch(), epoch() + 1s).error().message,
            "the scenario has no node 'r3'; it has: r1 r2");
  EXPECT_EQ(true_energy(scenario, "r1", "x", epoch(), epoch() + 1s).error().message,
            "the scenario has no sensor 'x'; it has: e g");
  EXPECT_EQ(true_energy(scenario, "r1", epoch() + 1s, epoch()).error().message,
            "the window ends (2026-01-01T00:00:00.000Z) before it starts "
            "(2026-01-01T00:00:01.000Z)");
  EXPECT_EQ(true_energy(scenario, "r1", epoch() - 1s, epoch()).error().message,
            "the window starts (2025-12-31T23:59:59.000Z) before the scenario's epoch "
            "(2026-01-01T00:00:00.000Z)");
}

TEST(TruthText, HasALinePerNodeAndTheTotal) {
  const FakeFiles files{{"s.yaml", kTwoNodes}};
  EXPECT_EQ(*truth_text(files, "s.yaml", epoch(), epoch() + 137s),
            "r1 68568.5\nr2 99599\ntotal 168167.5\n");
  EXPECT_EQ(*truth_text(files, "s.yaml", epoch(), epoch() + 137s, "r2"), "r2 99599\ntotal 99599\n");
}

TEST(TruthText, KeepsEveryDigitOfTheNumber) {
  const FakeFiles files{{"s.yaml", kTwoNodes}};
  const UtcTime start = epoch() + 700'000'000s + 1ns;
  const std::string text = *truth_text(files, "s.yaml", start, start + 1'234'567'891ns, "r2");
  const Joules exact = *true_energy(parsed(kTwoNodes), "r2", start, start + 1'234'567'891ns);
  EXPECT_EQ(std::strtod(text.c_str() + 3, nullptr), exact.value());
}

TEST(TruthText, SaysWhatIsWrong) {
  const FakeFiles files{{"s.yaml", kTwoNodes}, {"bad.yaml", "loads: 5"}};
  EXPECT_EQ(truth_text(files, "none.yaml", epoch(), epoch()).error().code, ErrorCode::kNotPresent);
  EXPECT_EQ(truth_text(files, "bad.yaml", epoch(), epoch()).error().message,
            "bad.yaml:1: needs the key 'schema'");
  EXPECT_EQ(truth_text(files, "s.yaml", epoch(), epoch(), "r9").error().message,
            "the scenario has no node 'r9'; it has: r1 r2");
  EXPECT_FALSE(truth_text(files, "s.yaml", epoch() - 1s, epoch()));
}

}  // namespace
}  // namespace joulemark::replay
