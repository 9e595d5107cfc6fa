#include "sources/redfish/client/errand.h"

#include <algorithm>

namespace joulemark::redfish {
namespace {

constexpr Duration kGlance = std::chrono::milliseconds(200);  // at `stop` and for `watch`

}  // namespace

void Crew::turn(bool stopping) {
  const MonotonicTime now = clock_.monotonic();
  if (stopping || now >= next_round_) {
    next_round_ = now + kGlance;
    for (std::size_t i = 0; i < places_.size(); ++i) look_at(i, now, stopping);
  }
  while (!alarms_.empty() && alarms_.top().first <= now) {
    const std::size_t i = alarms_.top().second;
    alarms_.pop();
    places_[i].alarm = MonotonicTime::max();
    look_at(i, now, stopping);
  }
  const MonotonicTime until = alarms_.empty() ? next_round_ : alarms_.top().first;
  for (const HttpFleet::Answer& answer : fleet_.wait(std::clamp(until, now, now + kGlance)))
    take(answer);
}

void Crew::look_at(std::size_t i, MonotonicTime now, bool stopping) {
  const Place& place = places_[i];
  if (place.state == State::kGone || place.in_flight) return;
  get_on(i, now, stopping);
  if (place.state == State::kWorking && !place.in_flight)
    wake(i, std::max(place.errand->conversation().wake(), place.errand->wake()));
}

void Crew::wake(std::size_t i, MonotonicTime at) {
  if (at >= places_[i].alarm) return;
  places_[i].alarm = at;
  alarms_.emplace(at, i);
}

void Crew::set(Place& place, State state) {
  place.state = state;
  if (state == State::kGone) ++done_;
}

void Crew::get_on(std::size_t i, MonotonicTime now, bool stopping) {
  Place& place = places_[i];
  Conversation& talk = place.errand->conversation();
  if (place.errand->advance(now) || stopping) {
    const auto leave = talk.logout();
    set(place, leave ? State::kLeaving : State::kGone);
    if (leave) send(i, *leave);
  } else if (const auto request = talk.next(now)) {
    send(i, *request);
  }
}

void Crew::send(std::size_t i, const HttpRequest& request) {
  places_[i].in_flight = true;
  fleet_.start(i, request);
}

void Crew::take(const HttpFleet::Answer& answer) {
  Place& place = places_[answer.server];
  place.in_flight = false;
  if (place.state == State::kLeaving) return set(place, State::kGone);
  const MonotonicTime now = clock_.monotonic();
  place.errand->conversation().answer(answer.response, now);
  wake(answer.server, now);
}

void run_errands(HttpFleet& fleet, const Clock& clock, const std::vector<Errand*>& errands,
                 const std::function<bool()>& stop,
                 const std::function<void(std::size_t done)>& watch) {
  Crew crew(fleet, clock);
  for (Errand* const errand : errands) crew.add(*errand);
  while (!crew.all_done()) {
    crew.turn(stop());
    watch(crew.done());
  }
}

}  // namespace joulemark::redfish
