#include "sources/redfish/client/errand.h"

#include <algorithm>

namespace joulemark::redfish {
namespace {

constexpr Duration kGlance = std::chrono::milliseconds(200);  // at `stop` and for `watch`

enum class State { kWorking, kLeaving, kGone };

class Crew {
 public:
  Crew(HttpFleet& fleet, const Clock& clock, const std::vector<Errand*>& errands)
      : fleet_(fleet), clock_(clock), errands_(errands), places_(errands.size()) {}

  // One turn: every errand gets on, then answers are waited for.
  void turn(bool stopping) {
    const MonotonicTime now = clock_.monotonic();
    MonotonicTime until = now + kGlance;
    for (std::size_t i = 0; i < errands_.size(); ++i) {
      get_on(i, now, stopping);
      if (places_[i].state == State::kWorking && !places_[i].in_flight)
        until = std::min(until, std::max(errands_[i]->conversation().wake(), errands_[i]->wake()));
    }
    for (const HttpFleet::Answer& answer : fleet_.wait(std::max(until, now))) take(answer);
  }

  [[nodiscard]] std::size_t done() const {
    return static_cast<std::size_t>(std::count_if(
        places_.begin(), places_.end(), [](const Place& p) { return p.state == State::kGone; }));
  }

 private:
  struct Place {
    State state = State::kWorking;
    bool in_flight = false;
  };

  void get_on(std::size_t i, MonotonicTime now, bool stopping) {
    Place& place = places_[i];
    if (place.state != State::kWorking || place.in_flight) return;
    Conversation& talk = errands_[i]->conversation();
    if (errands_[i]->advance(now) || stopping) {
      const auto leave = talk.logout();
      place.state = leave ? State::kLeaving : State::kGone;
      if (leave) send(i, *leave);
    } else if (const auto request = talk.next(now)) {
      send(i, *request);
    }
  }

  void send(std::size_t i, const HttpRequest& request) {
    places_[i].in_flight = true;
    fleet_.start(i, request);
  }

  void take(const HttpFleet::Answer& answer) {
    Place& place = places_[answer.server];
    place.in_flight = false;
    if (place.state == State::kLeaving)
      place.state = State::kGone;
    else
      errands_[answer.server]->conversation().answer(answer.response, clock_.monotonic());
  }

  HttpFleet& fleet_;
  const Clock& clock_;
  const std::vector<Errand*>& errands_;
  std::vector<Place> places_;
};

}  // namespace

void run_errands(HttpFleet& fleet, const Clock& clock, const std::vector<Errand*>& errands,
                 const std::function<bool()>& stop,
                 const std::function<void(std::size_t done)>& watch) {
  Crew crew(fleet, clock, errands);
  while (crew.done() < errands.size()) {
    crew.turn(stop());
    watch(crew.done());
  }
}

}  // namespace joulemark::redfish
