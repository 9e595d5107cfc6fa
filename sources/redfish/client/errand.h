// Something to be done at one service, and the loop that does many of them at once: a service that
// does not answer holds up no other.
#pragma once

#include <functional>
#include <memory>
#include <queue>
#include <utility>
#include <vector>

#include "core/clock.h"
#include "core/http_fleet.h"
#include "sources/redfish/client/conversation.h"

namespace joulemark::redfish {

class Errand {
 public:
  virtual ~Errand() = default;
  virtual Conversation& conversation() = 0;
  // Takes what came, asks for more. True: done; the session is then closed.
  virtual bool advance(MonotonicTime now) = 0;
  // When advance() has something to do even if no answer comes.
  [[nodiscard]] virtual MonotonicTime wake() const = 0;
};

// The loop, one turn at a time. errand number i talks to server i of the fleet.
class Crew {
 public:
  Crew(HttpFleet& fleet, const Clock& clock) : fleet_(fleet), clock_(clock) {}

  void add(Errand& errand) { places_.push_back({&errand}); }
  // Every errand gets on, then answers are waited for, at most a fifth of a second. `stopping`:
  // every open session is closed instead.
  void turn(bool stopping);
  [[nodiscard]] std::size_t done() const { return done_; }
  [[nodiscard]] bool all_done() const { return done_ == places_.size(); }

 private:
  enum class State { kWorking, kLeaving, kGone };
  struct Place {
    Errand* errand;
    State state = State::kWorking;
    bool in_flight = false;
    MonotonicTime alarm = MonotonicTime::max();  // the earliest that is set for it
  };
  using Alarm = std::pair<MonotonicTime, std::size_t>;

  void look_at(std::size_t i, MonotonicTime now, bool stopping);
  void wake(std::size_t i, MonotonicTime at);
  void get_on(std::size_t i, MonotonicTime now, bool stopping);
  void send(std::size_t i, const HttpRequest& request);
  void take(const HttpFleet::Answer& answer);
  void set(Place& place, State state);

  HttpFleet& fleet_;
  const Clock& clock_;
  std::vector<Place> places_;
  // Whose turn it is: of a thousand services only a few have something to do at a time. All are
  // looked at now and then, since somebody may have told one to leave.
  std::priority_queue<Alarm, std::vector<Alarm>, std::greater<>> alarms_;
  MonotonicTime next_round_{};
  std::size_t done_ = 0;
};

// Runs errands[i] at server i of the fleet until all are done, or `stop` says so: then every open
// session is closed and what was found so far stands. `watch` is called now and then with the
// number of those done.
void run_errands(HttpFleet& fleet, const Clock& clock, const std::vector<Errand*>& errands,
                 const std::function<bool()>& stop,
                 const std::function<void(std::size_t done)>& watch);

}  // namespace joulemark::redfish
