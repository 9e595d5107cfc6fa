// One service of the source: walked in the background, then read at its interval. No thread and no
// I/O of its own (errand.h).
//
// The first rounds of reading are a probe: they show digits, steps and boundary, how long an answer
// takes and how often a value changes; only then there are sensors. A resource that is gone, or a
// day, brings a new walk, while reading goes on.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/clock.h"
#include "sources/redfish/client/discovery.h"
#include "sources/redfish/client/errand.h"
#include "sources/redfish/poll/probation.h"
#include "sources/redfish/target.h"

namespace joulemark::redfish {

struct ServiceSettings {
  Target target;
  std::string node;       // whose sensors these are
  std::string id_prefix;  // where several targets measure one node
  Duration phase{0};      // of its rounds within the interval
  ConversationOptions talk;
};

class Service final : public Errand {
 public:
  Service(ServiceSettings settings, const Clock& clock);

  Conversation& conversation() override { return conversation_; }
  bool advance(MonotonicTime now) override;  // done once it was told to leave
  void leave() { leaving_ = true; }
  [[nodiscard]] MonotonicTime wake() const override;

  // What is read now; the numbers of readings are indices into it.
  [[nodiscard]] const std::vector<Sensor>& sensors() const { return sensors_; }
  // Changes with sensors().
  [[nodiscard]] std::uint64_t generation() const { return generation_; }
  [[nodiscard]] std::vector<Reading> take_readings() { return std::exchange(readings_, {}); }
  // Why the last round, or the walk, brought less than it should. Empty: all is well,
  // or still being discovered.
  [[nodiscard]] const std::optional<Error>& trouble() const { return trouble_; }
  // What a walk remarked that a user should know; once.
  [[nodiscard]] std::vector<std::string> take_remarks() { return std::exchange(remarks_, {}); }
  [[nodiscard]] const Target& target() const { return settings_.target; }

 private:
  void begin_walk(MonotonicTime now);
  void end_walk(MonotonicTime now);
  void walk_again_after(Duration wait, MonotonicTime now);
  void digest(Conversation::Fetched& fetched);
  void take(const Conversation::Fetched& fetched);
  [[nodiscard]] Reader* reading();
  void begin_round(MonotonicTime now);
  void end_round(MonotonicTime now);
  void end_probation();
  void note_slow(bool slow);
  void note_absence(MonotonicTime now);
  void publish();
  void remark(const Remark& remark);

  ServiceSettings settings_;
  const Clock& clock_;
  Conversation conversation_;
  std::unique_ptr<Discovery> walk_;       // while one goes on
  std::unique_ptr<Probation> probation_;  // until its rounds are over
  std::optional<Reader> reader_;          // of what is served
  std::vector<Sensor> sensors_;
  std::vector<Reading> readings_;
  std::uint64_t generation_ = 0;
  bool leaving_ = false;
  std::set<std::string> pending_;  // resources of this round that have not come
  MonotonicTime next_walk_{}, next_round_ = MonotonicTime::max(), round_began_{};
  Duration walk_wait_, interval_;
  Duration slowest_{0};                         // answer of this round
  Duration round_trip_ = Duration::max();       // longer ones are no readings
  std::optional<MonotonicTime> failing_since_;  // rounds
  int answers_ = 0, slow_ = 0;                  // of the last few
  std::optional<Error> trouble_, round_trouble_;
  std::vector<std::string> remarks_;
  std::set<std::string> remarked_;
};

}  // namespace joulemark::redfish
