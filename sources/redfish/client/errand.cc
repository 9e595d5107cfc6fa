#include "sources/redfish/client/errand.h"

#include <algorithm>

namespace joulemark::redfish {
namespace {

constexpr Duration kGlance = std::chrono::milliseconds(200);  // at `stop` and for `watch`

}  // namespace

void Crew::turn(bool stopping) {
  const MonotonicTime now = clock_.monotonic();
  MonotonicTime until = now + kGlance;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Place& place = places_[i];
    if (place.state == State::kGone || place.in_flight) continue;
    get_on(i, now, stopping);
    if (place.state == State::kWorking && !place.in_flight)
      until = std::min(until, std::max(place.errand->conversation().wake(), place.errand->wake()));
  }
  for (const HttpFleet::Answer& answer : fleet_.wait(std::max(until, now))) take(answer);
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
  if (place.state == State::kLeaving)
    set(place, State::kGone);
  else
    place.errand->conversation().answer(answer.response, clock_.monotonic());
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
