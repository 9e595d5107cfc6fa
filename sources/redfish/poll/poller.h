// All services of the source on one event loop. Used by one thread; what it has to tell lies on the
// desk, which another thread clears.
#pragma once

#include <memory>
#include <vector>

#include "core/guarded.h"
#include "core/source.h"
#include "sources/redfish/poll/service.h"
#include "sources/redfish/poll/target_list.h"

namespace joulemark::redfish {

struct Desk {
  struct Entry {
    TargetHealth target;
    bool known = false;  // how the target is
    std::uint64_t generation = 0;
    std::vector<Sensor> sensors;
    std::optional<Error> trouble;
    bool gone = false;
  };
  struct Delivery {
    std::size_t entry = 0;
    std::uint64_t generation = 0;
    Reading reading;  // sensor: index into the sensors of that generation
  };
  std::vector<Entry> entries;
  std::vector<Delivery> readings;
  MonotonicTime alive{};               // last turn of the loop
  std::optional<Error> targets_error;  // of the targets_file, of a password file
};

class Poller {
 public:
  Poller(Options options, const Host& host, std::shared_ptr<Guarded<Desk>> desk);

  // One turn of the loop, a fifth of a second at most. stopping: closes sessions.
  void turn(bool stopping);
  // After turns with `stopping`: nothing is open any more.
  [[nodiscard]] bool over() const { return crew_.all_done(); }

 private:
  void look_at_targets(MonotonicTime now);
  void take_targets(const std::vector<LoginTarget>& targets);
  void add(const LoginTarget& target, std::size_t ordinal);
  void tell(std::size_t i, Desk& desk);
  void log(std::size_t i);

  struct Place {
    LoginTarget target;
    std::unique_ptr<Service> service;
    std::uint64_t told_generation = 0;
    std::optional<ErrorCode> told_trouble = {};
    bool gone = false;
  };

  const Host& host_;
  std::shared_ptr<Guarded<Desk>> desk_;
  TargetList list_;
  std::unique_ptr<HttpFleet> fleet_;
  Crew crew_;
  std::vector<Place> places_;
  MonotonicTime next_look_{}, next_report_{};
  std::optional<Error> targets_error_;
};

}  // namespace joulemark::redfish
