#include "benchmarks/gpu_probe/experiments.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace joulemark::probe {
namespace {

constexpr double kFast = 0.001, kUsual = 0.01;  // s between reads
constexpr double kSettle = 2.0;                 // s before a level counts: averages last 1 s
constexpr double kWaveLength = 0.1;             // s: the period at which sensors update

Json number(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json json_of(const Updates& updates) {
  return {{"changes", updates.changes},
          {"period_s", updates.period},
          {"shortest_s", updates.shortest},
          {"longest_s", updates.longest},
          {"smallest_step", updates.step}};
}

Samples after(const Samples& samples, double seconds) {
  Samples out;
  for (const Sample& one : samples)
    if (one.time >= samples.front().time + seconds) out.push_back(one);
  return out;
}

void write(std::FILE* csv, const char* name, const Sample& one, double begun) {
  const auto text = [](const std::optional<double>& value) {
    return value ? std::to_string(*value) : std::string();
  };
  std::fprintf(csv, "%s,%.6f,%.1f,%s,%s,%s\n", name, one.time - begun, 1e6 * one.took,
               text(one.energy).c_str(), text(one.average).c_str(), text(one.instant).c_str());
}

}  // namespace

Experiments::Experiments(Reader& reader, Load* load, std::FILE* csv, double scale)
    : reader_(reader), load_(load), csv_(csv), scale_(scale), begun_(now()) {
  std::fprintf(csv_, "experiment,t_s,read_us,energy_J,power_average_W,power_instant_W\n");
}

Samples Experiments::poll(const char* name, double seconds, double interval, const Wave* wave) {
  std::fprintf(stderr, "%5.0f s  %s\n", now() - begun_, name);
  seconds *= scale_;
  if (wave != nullptr) load_->start(*wave, seconds);
  Samples out;
  for (const double end = now() + seconds; now() < end;) {
    out.push_back(reader_.read());
    write(csv_, name, out.back(), begun_);
    const double left = std::max(0.0, end - now());
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(interval, left)));
  }
  if (wave != nullptr) load_->wait();
  return out;
}

Json Experiments::updates() {
  const Samples samples = poll("updates", 10, kFast);
  return {{"energy_J", json_of(updates_of(samples, &Sample::energy))},
          {"power_average_W", json_of(updates_of(samples, &Sample::average))},
          {"power_instant_W", json_of(updates_of(samples, &Sample::instant))}};
}

Json Experiments::cost() {
  std::vector<double> took(1000);
  for (double& one : took) one = 1e6 * reader_.read().took;
  return {{"p50_us", percentile(took, 0.5)},
          {"p99_us", percentile(took, 0.99)},
          {"longest_us", percentile(took, 1.0)}};
}

// The counter beside the means of the powers.
Json Experiments::level(const char* name, const Wave* wave) {
  const Samples samples = after(poll(name, 30, kUsual, wave), kSettle * scale_);
  return {{"counter_W", number(counter_watts(samples))},
          {"average_W", number(mean_watts(samples, &Sample::average))},
          {"instant_W", number(mean_watts(samples, &Sample::instant))}};
}

// A sensor that looks a part of each 100 ms sees another power at each phase.
Json Experiments::square_waves() {
  Json out = Json::array();
  for (const double quarter : {0.0, 0.25, 0.5, 0.75}) {
    const Wave wave{kWaveLength, kWaveLength / 2, quarter * kWaveLength};
    Json one = {{"phase_s", wave.phase}};
    one.update(level("square_wave", &wave));
    if (idle_ && loaded_) one["expected_W"] = (*idle_ + *loaded_) / 2;
    out.push_back(one);
  }
  return out;
}

// What the counter has for a pulse, beside its length times the step of power.
Json Experiments::pulses() {
  constexpr double kEvery = 1.37;  // s; no multiple of the update
  Json out = Json::array();
  for (const double on : {0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0}) {
    const Wave wave{kEvery, on, 0.0};
    const auto watts = counter_watts(poll("pulses", 8 * kEvery, kUsual, &wave));
    Json one = {{"pulse_s", on}, {"counter_W", number(watts)}};
    if (idle_ && loaded_) one["expected_W"] = *idle_ + (*loaded_ - *idle_) * on / kEvery;
    out.push_back(one);
  }
  return out;
}

// An idle GPU that is asked ten times a second may not rest.
Json Experiments::observer() {
  const auto seldom = counter_watts(poll("read_every_5_s", 25, 5.0));
  const auto often = counter_watts(poll("read_every_0.1_s", 25, 0.1));
  return {{"every_5_s_W", number(seldom)}, {"every_0.1_s_W", number(often)}};
}

// The library is said to be of no use after a fork.
Json Experiments::forked() {
  const pid_t child = fork();
  if (child == 0) _exit(reader_.read().energy ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  return {{"answers_after_fork", WIFEXITED(status) && WEXITSTATUS(status) == 0}};
}

Json Experiments::run() {
  const Wave steady;
  Json out = {{"updates", updates()},
              {"cost", cost()},
              {"observer", observer()},
              {"idle", level("idle", nullptr)}};
  const auto watts = [](const Json& level) {
    return level["counter_W"].is_null() ? std::nullopt
                                        : std::optional(level["counter_W"].get<double>());
  };
  idle_ = watts(out["idle"]);
  out["loaded"] = load_ != nullptr ? level("loaded", &steady) : Json();
  if (load_ != nullptr) loaded_ = watts(out["loaded"]);
  out["square_waves"] = load_ != nullptr ? square_waves() : Json();
  out["pulses"] = load_ != nullptr ? pulses() : Json();
  out["fork"] = forked();
  return out;
}

}  // namespace joulemark::probe
