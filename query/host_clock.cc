#include "query/host_clock.h"

#include <algorithm>
#include <cmath>

namespace joulemark {
namespace {

std::optional<double> offset_from(PrometheusClient& server, const Clock& clock) {
  const UtcTime before = clock.now();
  const auto told = server.server_time();
  const UtcTime after = clock.now();
  if (!told) return std::nullopt;
  const Duration round_trip = std::max(told->round_trip, after - before);
  const Duration offset = told->time - (before + (after - before) / 2);
  return std::abs(seconds(offset)) + 0.5 * seconds(round_trip);
}

}  // namespace

WindowClock host_clock(const Clock& clock, PrometheusClient* server) {
  WindowClock out;
  const ClockDiscipline discipline = clock.discipline();
  out.synchronized = discipline.synchronized;
  if (discipline.synchronized) {
    out.bound = seconds(discipline.error_bound);
    out.source = "adjtimex";
  }
  const auto offset = server == nullptr ? std::nullopt : offset_from(*server, clock);
  if (!offset) return out;
  out.bound = std::max(out.bound.value_or(0.0), *offset);
  out.source += out.source.empty() ? "server" : ", server";
  return out;
}

WindowClock worse_clock(const WindowClock& a, const WindowClock& b) {
  WindowClock out = !a.bound ? b : a;
  if (a.bound && b.bound && *b.bound > *a.bound) out = b;
  out.synchronized = a.synchronized && b.synchronized;
  return out;
}

Instant instant_now(const Clock& clock) { return {clock.now(), clock.monotonic()}; }

}  // namespace joulemark
