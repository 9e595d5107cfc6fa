// Readings of what a discovery found, again and again for a while: how often a value really
// changes, in which steps, whether a counter runs with its power.
#pragma once

#include <string>
#include <vector>

#include "sources/redfish/client/conversation.h"
#include "sources/redfish/walk/measured.h"

namespace joulemark::redfish {

struct ProbeSample {
  MonotonicTime time;  // when the answer was here
  Number number;
};

class Probe {
 public:
  // values: entries of `measured` to be read; every resource that holds one is asked for once per
  // interval, one after the other.
  Probe(std::vector<Measured> values, Duration interval, Duration length);

  // Takes what came and asks again when it is time. True: done.
  bool advance(Conversation& conversation, MonotonicTime now);
  // When there is something to do next, if no answer comes before.
  [[nodiscard]] MonotonicTime wake() const { return next_; }
  // Of values[i], in the order of time.
  [[nodiscard]] const std::vector<ProbeSample>& samples(std::size_t i) const { return samples_[i]; }
  [[nodiscard]] const std::vector<Measured>& values() const { return values_; }

 private:
  void keep(const Conversation::Fetched& fetched, MonotonicTime now);

  std::vector<Measured> values_;
  std::vector<std::string> paths_;
  std::vector<std::vector<ProbeSample>> samples_;
  Duration interval_, length_;
  MonotonicTime next_{}, end_{};
  bool begun_ = false;
};

}  // namespace joulemark::redfish
