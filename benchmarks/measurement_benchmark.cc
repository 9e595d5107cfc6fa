// Cost of the arithmetic: one reading into an accumulator, one window of one series, one budget of
// many nodes.
#include <benchmark/benchmark.h>

#include <cmath>

#include "measurement/accumulator.h"
#include "measurement/total.h"
#include "measurement/window_energy.h"

namespace joulemark {
namespace {

constexpr UtcTime kStart{std::chrono::seconds(1'800'000'000)};

Series counter_of(int samples) {
  Series series;
  series.kind = SeriesKind::kCounter;
  series.metrology.update_interval = std::chrono::milliseconds(1);
  series.metrology.accuracy.relative = 0.05;
  for (int i = 0; i < samples; ++i) {
    series.time.push_back(kStart + std::chrono::milliseconds(1000 * i + 13 * (i % 7)));
    series.value.push_back(400.0 * i + 60.0 * std::sin(i));
    series.power_min.push_back(200.0);
    series.power_max.push_back(700.0);
  }
  return series;
}

void BM_WindowEnergyOfACounter(benchmark::State& state) {
  const auto samples = static_cast<int>(state.range(0));
  const Series series = counter_of(samples + 140);
  const Window window{kStart + std::chrono::milliseconds(70'300),
                      kStart + std::chrono::milliseconds(70'300 + 1000 * samples)};
  for (auto _ : state) benchmark::DoNotOptimize(window_energy(series, window, 0.01).energy);
  state.SetItemsProcessed(state.iterations() * samples);
}
BENCHMARK(BM_WindowEnergyOfACounter)->Arg(60)->Arg(600)->Arg(86'400);

void BM_SumOfNodes(benchmark::State& state) {
  const Window window{kStart + std::chrono::milliseconds(70'300),
                      kStart + std::chrono::milliseconds(670'300)};
  const SeriesEnergy node = window_energy(counter_of(800), window, 0.01);
  const std::vector<SeriesEnergy> nodes(static_cast<std::size_t>(state.range(0)), node);
  for (auto _ : state) benchmark::DoNotOptimize(sum(nodes).headline_U);
}
BENCHMARK(BM_SumOfNodes)->Arg(10)->Arg(2000);

void BM_CounterReading(benchmark::State& state) {
  Sensor sensor;
  sensor.quantity = QuantityKind::kEnergy;
  sensor.joules_per_count = 1e-6;
  sensor.modulus_counts = 262'143'328'911;
  sensor.metrology.ceiling = Watts(2000);
  CounterAccumulator accumulator(sensor);
  UtcTime time = kStart;
  std::uint64_t counts = 0;
  for (auto _ : state) {
    time += std::chrono::milliseconds(100);
    counts = (counts + 40'000'000) % sensor.modulus_counts;
    accumulator.add(time, EnergyCount{counts});
  }
  benchmark::DoNotOptimize(accumulator.counts());
}
BENCHMARK(BM_CounterReading);

void BM_PowerReading(benchmark::State& state) {
  Metrology metrology;
  metrology.sampling = Sampling::kStratified;
  metrology.update_interval = Duration{0};
  PowerIntegrator integrator(metrology);
  UtcTime time = kStart;
  double power = 300;
  for (auto _ : state) {
    time += std::chrono::milliseconds(100);
    power = 1300 - power;
    integrator.add(time, Watts(power));
  }
  benchmark::DoNotOptimize(integrator.energy());
}
BENCHMARK(BM_PowerReading);

}  // namespace
}  // namespace joulemark
